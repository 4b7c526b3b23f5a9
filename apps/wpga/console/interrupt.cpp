#include "console/interrupt.hpp"

#include <pthread.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <span>

#include "console/standard_streams.hpp"
#include "wpga/io/files/hdf5_inside.hpp"
#include "wpga/io/pending_output.hpp"

namespace wpga {

namespace {

constexpr int seconds_to_stop = 4;    // solvers look at the stop more often than this
constexpr int seconds_to_write = 60;  // a last checkpoint may be on its way to a slow disk
// `timeout` signals the program and then its process group, the program included: signals that follow sooner
// than this are the same request.
constexpr timespec same_request{.tv_sec = 0, .tv_nsec = 100'000'000};

constexpr std::array<int, 2> faults = {SIGBUS, SIGSEGV};

pthread_t watcher;
std::atomic<int> asked = SIGINT;

// A library may have started threads before us (OpenBLAS does when it is loaded); they do not block the
// signals and hand them over.
extern "C" void hand_over(int signal) { pthread_kill(watcher, signal); }

// A page of a mapped file that is not there any more.  The thread that wants it cannot go on; the watcher
// ends the program.
extern "C" void hand_over_and_wait(int signal, siginfo_t* fault, void*) {
  if (fault->si_code <= 0) {  // sent by another program
    std::signal(signal, SIG_DFL);
    std::raise(signal);
    return;
  }
  pthread_kill(watcher, signal);
  while (true) ::pause();
}

constexpr const char* failed_inside_hdf5 =
    "wpga: the HDF5 library failed inside: memory ran out there, or a file is damaged under a seal that "
    "holds; no file was left half written\n";
constexpr const char* failed_without_clearing =
    "wpga: the HDF5 library failed inside: memory ran out there, or a file is damaged under a seal that "
    "holds; a file that ends in .part may be left\n";

struct sigaction handler_before;
pid_t this_program;  // children have its handlers, too

extern "C" void end_without_watcher(int) {
  [[maybe_unused]] const ssize_t told =
      ::write(STDERR_FILENO, failed_without_clearing, std::strlen(failed_without_clearing));
  ::_exit(2);
}

// A library that crashed may hold the lock of malloc, which the watcher needs to remove what is on its way.
void bound_the_watcher() {
  struct sigaction late{};
  late.sa_handler = end_without_watcher;
  ::sigaction(SIGALRM, &late, nullptr);
  sigset_t alarm;
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &alarm, nullptr);
  ::alarm(seconds_to_stop);
}

// A crash inside the HDF5 library; any other is met again by the handler that was there before.
extern "C" void hand_over_crash(int signal, siginfo_t* fault, void* context) {
  if (!is_inside_hdf5()) {
    ::sigaction(signal, &handler_before, nullptr);
    if (fault->si_code <= 0) std::raise(signal);  // sent by another program
    return;
  }
  bound_the_watcher();
  hand_over_and_wait(signal, fault, context);
}

// The C library ends a program whose heap a library has damaged.
extern "C" void hand_over_abort(int, siginfo_t* fault, void*) {
  if (!is_inside_hdf5() || fault->si_pid != ::getpid()) {
    std::signal(SIGABRT, SIG_DFL);
    std::raise(SIGABRT);  // ends the program when this handler does
    return;
  }
  bound_the_watcher();
  pthread_kill(watcher, SIGSEGV);
  while (true) ::pause();
}

// Waits at most so long; 0 when no signal came.
int next_signal(const sigset_t& signals, int seconds) {
  const timespec time{.tv_sec = seconds, .tv_nsec = 0};
  int signal = -1;
  do {
    signal = sigtimedwait(&signals, nullptr, &time);
  } while (signal < 0 && errno == EINTR);
  return signal < 0 ? 0 : signal;
}

[[noreturn]] void end_with(const char* sentence) {
  remove_pending();
  tell(sentence);
  ::_exit(2);
}

// Where a thread cannot go on.
void end_at_fault(int signal) {
  if (signal == SIGSEGV) end_with(failed_inside_hdf5);
  if (signal == SIGBUS)
    end_with(
        "wpga: a file was shortened by another program while it was read, or its disk fails; no file was "
        "left half written\n");
}

// Without memory to begin with, the library calls exit.
void end_at_exit() {
  if (is_inside_hdf5() && ::getpid() == this_program) end_with(failed_inside_hdf5);
}

void let_same_request_pass(const sigset_t& signals) {
  ::nanosleep(&same_request, nullptr);
  for (int again = next_signal(signals, 0); again != 0; again = next_signal(signals, 0)) end_at_fault(again);
}

[[noreturn]] void watch(sigset_t signals, std::stop_source source) {
  for (const int fault : faults) sigaddset(&signals, fault);
  int signal = 0;
  while (sigwait(&signals, &signal) != 0) {
  }
  end_at_fault(signal);
  asked = signal;
  sigdelset(&signals, SIGXCPU);  // comes again every second, which is no impatience
  source.request_stop();
  let_same_request_pass(signals);
  int second = next_signal(signals, seconds_to_stop);
  for (int waited = 0; second == 0 && writes_pending() && waited < seconds_to_write; ++waited)
    second = next_signal(signals, 1);
  end_at_fault(second);
  // Whatever the program does now, a blocked read or a loop inside a library, it ends.
  remove_pending();
  ::_exit(128 + (second != 0 ? second : signal));
}

sigset_t set_of(std::span<const int> signals) {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : signals) sigaddset(&set, signal);
  return set;
}

void take_faults() {
  struct sigaction lost_page{};
  lost_page.sa_sigaction = hand_over_and_wait;
  lost_page.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &lost_page, nullptr);
  this_program = ::getpid();
  // Where the library has used up the stack of the first thread.
  static std::array<char, std::size_t{1} << 16> other_stack;
  const stack_t stack{.ss_sp = other_stack.data(), .ss_flags = 0, .ss_size = other_stack.size()};
  ::sigaltstack(&stack, nullptr);
  struct sigaction crash{};
  crash.sa_sigaction = hand_over_crash;
  crash.sa_flags = SA_SIGINFO | SA_ONSTACK;
  ::sigaction(SIGSEGV, &crash, &handler_before);
  struct sigaction damaged_heap{};
  damaged_heap.sa_sigaction = hand_over_abort;
  damaged_heap.sa_flags = SA_SIGINFO | SA_ONSTACK;
  ::sigaction(SIGABRT, &damaged_heap, nullptr);
  std::atexit(end_at_exit);
}

}  // namespace

// A thread that waits for the signals may do anything; a signal handler may not.
InterruptWatch::InterruptWatch() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGCHLD, SIG_DFL);  // who started us may not care how children end; we do
  std::array<int, 4> wanted = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};
  struct sigaction hang_up{};
  if (::sigaction(SIGHUP, nullptr, &hang_up) == 0 && hang_up.sa_handler == SIG_IGN) wanted[2] = SIGTERM;
  const sigset_t requests = set_of(wanted), to_watcher = set_of(faults);
  pthread_sigmask(SIG_BLOCK, &requests, nullptr);
  pthread_sigmask(SIG_BLOCK, &to_watcher, nullptr);  // as the watcher inherits it, at work before it begins
  std::thread thread([requests, source = source_] { watch(requests, source); });
  watcher = thread.native_handle();
  thread.detach();
  pthread_sigmask(SIG_UNBLOCK, &to_watcher, nullptr);
  for (const int signal : wanted) std::signal(signal, hand_over);
  take_faults();
}

int InterruptWatch::signal() const { return asked; }

}  // namespace wpga
