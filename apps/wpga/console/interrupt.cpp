#include "console/interrupt.hpp"

#include <pthread.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>

#include "console/standard_streams.hpp"
#include "wpga/io/pending_output.hpp"

namespace wpga {

namespace {

constexpr int seconds_to_stop = 4;    // solvers look at the stop more often than this
constexpr int seconds_to_write = 60;  // a last checkpoint may be on its way to a slow disk
// `timeout` signals the program and then its process group, the program included: signals that follow sooner
// than this are the same request.
constexpr timespec same_request{.tv_sec = 0, .tv_nsec = 100'000'000};

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

// Waits at most so long; 0 when no signal came.
int next_signal(const sigset_t& signals, int seconds) {
  const timespec time{.tv_sec = seconds, .tv_nsec = 0};
  int signal = -1;
  do {
    signal = sigtimedwait(&signals, nullptr, &time);
  } while (signal < 0 && errno == EINTR);
  return signal < 0 ? 0 : signal;
}

[[noreturn]] void end_without_file() {
  remove_pending();
  tell(
      "wpga: a file was shortened by another program while it was read, or its disk fails; no file was left "
      "half written\n");
  ::_exit(2);
}

void let_same_request_pass(const sigset_t& signals) {
  ::nanosleep(&same_request, nullptr);
  for (int again = next_signal(signals, 0); again != 0; again = next_signal(signals, 0))
    if (again == SIGBUS) end_without_file();
}

[[noreturn]] void watch(sigset_t signals, std::stop_source source) {
  sigaddset(&signals, SIGBUS);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  int signal = 0;
  while (sigwait(&signals, &signal) != 0) {
  }
  if (signal == SIGBUS) end_without_file();
  asked = signal;
  source.request_stop();
  let_same_request_pass(signals);
  int second = next_signal(signals, seconds_to_stop);
  for (int waited = 0; second == 0 && writes_pending() && waited < seconds_to_write; ++waited)
    second = next_signal(signals, 1);
  if (second == SIGBUS) end_without_file();
  // Whatever the program does now, a blocked read or a loop inside a library, it ends.
  remove_pending();
  ::_exit(128 + (second != 0 ? second : signal));
}

}  // namespace

// A thread that waits for the signals may do anything; a signal handler may not.
InterruptWatch::InterruptWatch() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::array<int, 3> wanted = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction hang_up{};
  if (::sigaction(SIGHUP, nullptr, &hang_up) == 0 && hang_up.sa_handler == SIG_IGN) wanted[2] = SIGTERM;
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : wanted) sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread thread([signals, source = source_] { watch(signals, source); });
  watcher = thread.native_handle();
  thread.detach();
  for (const int signal : wanted) std::signal(signal, hand_over);
  struct sigaction lost_page{};
  lost_page.sa_sigaction = hand_over_and_wait;
  lost_page.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &lost_page, nullptr);
}

int InterruptWatch::signal() const { return asked; }

}  // namespace wpga
