#include "wpga/io/files/isolated_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <system_error>

#include "wpga/base/error.hpp"
#include "wpga/parallel/stop.hpp"

namespace wpga {

namespace {

[[noreturn]] void fail_to_isolate(int error) {
  throw InputError(fmt::format("cannot make a process in which to look at what nobody vouches for: {}",
                               std::generic_category().message(error)));
}

// `grace` above the first limit lies the one that cannot be passed.
void limit(__rlimit_resource resource, std::uint64_t value, std::uint64_t grace = 0) {
  rlimit current;
  if (::getrlimit(resource, &current) != 0) return;
  const rlimit lower{std::min<rlim_t>(value, current.rlim_cur),
                     std::min<rlim_t>(value + grace, current.rlim_max)};
  ::setrlimit(resource, &lower);
}

// The shell may allow less than we would (`ulimit -t`).
int allowed_seconds(int wanted) {
  rlimit current;
  if (::getrlimit(RLIMIT_CPU, &current) != 0) return wanted;
  return static_cast<int>(std::min<rlim_t>(static_cast<rlim_t>(wanted), current.rlim_cur));
}

std::uint64_t bytes_of_address_space() {
  unsigned long pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "re")) {
    if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return std::uint64_t{pages} * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void limit_resources(const IsolationLimits& limits) {
  // Half of the machine's memory at most; the parent needs as much again for what it is told.
  const std::uint64_t machine = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                                static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) / 2;
  limit(RLIMIT_AS, bytes_of_address_space() + std::min(limits.memory, machine));
  limit(RLIMIT_CPU, static_cast<std::uint64_t>(limits.computing_seconds), 1);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);  // it reads
}

// As a process of its own would begin; what this one does on signals is none of the child's business.  A
// request to stop reaches a group of processes (Ctrl-C, `timeout`); this process hears it and ends the child.
void reset_signals() {
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGXCPU}) std::signal(signal, SIG_DFL);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
}

// Nor what it does where memory runs out and nothing may throw.
void reset_terminate() {
  std::set_terminate([] { ::_exit(1); });
}

// What a library or the C library prints as it dies is no sentence of ours.
void be_silent() {
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(nowhere, STDERR_FILENO);
}

[[noreturn]] void run_child(const std::function<void(Channel&)>& serve, const IsolationLimits& limits,
                            int descriptor, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  reset_signals();
  reset_terminate();
  be_silent();
  limit_resources(limits);
  try {
    Channel channel(descriptor, 0);
    serve(channel);
  } catch (...) {
    ::_exit(1);
  }
  ::_exit(0);
}

constexpr int milliseconds_between_looks_at_the_stop = 100;

// As poll: 1 when it is ready, 0 when it was not for so long or a signal came, −1 when that cannot be found
// out.
int poll_one(int descriptor, short events, int milliseconds) {
  pollfd waiting{descriptor, events, 0};
  const int ready = ::poll(&waiting, 1, milliseconds);
  return ready < 0 && errno == EINTR ? 0 : ready;
}

double seconds_of(const rusage& used) {
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

}  // namespace

IsolationLimits limits_for_file(std::uint64_t bytes) {
  const int seconds = static_cast<int>(std::min<std::uint64_t>(bytes >> 20, 36000));
  return {.memory = (std::uint64_t{1} << 30) + 100 * bytes,
          .computing_seconds = 2 + seconds,
          .waiting_seconds = 60 + seconds};
}

Channel::~Channel() { ::close(descriptor_); }

bool Channel::wait_for(short events) {
  using Clock = std::chrono::steady_clock;
  const std::chrono::milliseconds look(milliseconds_between_looks_at_the_stop);
  const Clock::duration patience = std::chrono::seconds(seconds_);
  for (Clock::duration waited{}; seconds_ == 0 || waited < patience;) {
    const auto begin = Clock::now();
    const int ready = poll_one(descriptor_, events, seconds_ == 0 ? -1 : static_cast<int>(look.count()));
    if (ready != 0) return ready > 0;
    if (seconds_ > 0) check_stop();
    // No more than was asked for: the clock goes on where both processes stand still (Ctrl-Z).
    waited += std::min<Clock::duration>(Clock::now() - begin, look);
  }
  waited_in_vain_ = true;
  return false;
}

bool Channel::send(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    if (!wait_for(POLLOUT)) return false;
    const ssize_t sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (sent < 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
  return true;
}

bool Channel::receive(std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    if (!wait_for(POLLIN)) return false;
    const ssize_t got = ::recv(descriptor_, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
  return true;
}

IsolatedProcess::IsolatedProcess(const std::function<void(Channel&)>& serve, const IsolationLimits& limits)
    : limits_(limits) {
  limits_.computing_seconds = allowed_seconds(limits.computing_seconds);
  limited_by_shell_ = limits_.computing_seconds < limits.computing_seconds;
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) fail_to_isolate(errno);
  channel_ = std::make_unique<Channel>(ends[0], limits.waiting_seconds);
  const pid_t parent = ::getpid();
  child_ = ::fork();
  if (child_ == 0) {
    ::close(ends[0]);
    run_child(serve, limits_, ends[1], parent);
  }
  const int error = errno;
  ::close(ends[1]);
  if (child_ < 0) fail_to_isolate(error);
}

std::string IsolatedProcess::end() {
  if (child_ < 0) return "ended";
  int status = 0;
  rusage used{};
  ::kill(child_, SIGKILL);  // one that is dying already keeps its own cause of death
  pid_t ended = -1;
  do {
    ended = ::wait4(child_, &status, 0, &used);
  } while (ended < 0 && errno == EINTR);
  end_seen_ = ended == child_;
  child_ = -1;
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  // Where the machine itself stood still, or the shell sets the limit, both limits of time are passed at one
  // tick, and the harder kills.
  const bool computed_too_long =
      signal == SIGXCPU || (signal == SIGKILL && seconds_of(used) > limits_.computing_seconds - 0.1);
  took_too_long_ = computed_too_long || channel_->waited_in_vain();
  if (computed_too_long)
    return fmt::format("did not end within {} seconds{}", limits_.computing_seconds,
                       limited_by_shell_ ? ", the limit of the shell (ulimit -t)" : "");
  if (took_too_long_) return fmt::format("gave no answer for {} seconds", limits_.waiting_seconds);
  if (!end_seen_) return "ended without an answer";
  if (signal == SIGKILL) return "wanted too much memory, or was killed";
  return "crashed";
}

IsolatedProcess::~IsolatedProcess() {
  if (child_ >= 0) end();
}

}  // namespace wpga
