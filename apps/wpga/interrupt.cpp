#include "interrupt.hpp"

#include <pthread.h>
#include <unistd.h>

#include <csignal>

namespace wpga {

// A thread that waits for the signals may do anything; a signal handler may not.
InterruptWatch::InterruptWatch() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread([signals, source = source_]() mutable {
    int signal = 0;
    sigwait(&signals, &signal);
    source.request_stop();
    sigwait(&signals, &signal);
    ::_exit(128 + signal);
  }).detach();
}

}  // namespace wpga
