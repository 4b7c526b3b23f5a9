#include "console/interrupt.hpp"

#include <pthread.h>
#include <unistd.h>

#include <csignal>

namespace wpga {

namespace {

pthread_t watcher;

// A library may have started threads before us (OpenBLAS does when it is loaded); they do not block the
// signals and hand them over.
extern "C" void hand_over(int signal) { pthread_kill(watcher, signal); }

}  // namespace

// A thread that waits for the signals may do anything; a signal handler may not.
InterruptWatch::InterruptWatch() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread thread([signals, source = source_]() mutable {
    int signal = 0;
    sigwait(&signals, &signal);
    source.request_stop();
    sigwait(&signals, &signal);
    ::_exit(128 + signal);
  });
  watcher = thread.native_handle();
  thread.detach();
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, hand_over);
}

}  // namespace wpga
