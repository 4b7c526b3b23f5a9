#include "console/interrupt.hpp"

#include <pthread.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>

#include "wpga/io/pending_output.hpp"

namespace wpga {

namespace {

constexpr int seconds_to_stop = 4;    // solvers look at the stop more often than this
constexpr int seconds_to_write = 60;  // a last checkpoint may be on its way to a slow disk

pthread_t watcher;
std::atomic<int> asked = SIGINT;

// A library may have started threads before us (OpenBLAS does when it is loaded); they do not block the
// signals and hand them over.
extern "C" void hand_over(int signal) { pthread_kill(watcher, signal); }

// Waits at most so long; 0 when no signal came.
int next_signal(const sigset_t& signals, int seconds) {
  const timespec time{.tv_sec = seconds, .tv_nsec = 0};
  int signal = -1;
  do {
    signal = sigtimedwait(&signals, nullptr, &time);
  } while (signal < 0 && errno == EINTR);
  return signal < 0 ? 0 : signal;
}

[[noreturn]] void watch(const sigset_t& signals, std::stop_source source) {
  int signal = 0;
  while (sigwait(&signals, &signal) != 0) {
  }
  asked = signal;
  source.request_stop();
  int second = next_signal(signals, seconds_to_stop);
  for (int waited = 0; second == 0 && writes_pending() && waited < seconds_to_write; ++waited)
    second = next_signal(signals, 1);
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
}

int InterruptWatch::signal() const { return asked; }

}  // namespace wpga
