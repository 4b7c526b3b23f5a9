// Parsing of untrusted bytes in a child process with limits of memory and time: when a library crashes there,
// or never ends, this process goes on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace wpga {

// One end of a stream of bytes between the two processes.
class Channel {
 public:
  // `seconds`: how long to wait for the other end to send or take a byte; 0 is for ever.
  Channel(int descriptor, int seconds) : descriptor_(descriptor), seconds_(seconds) {}
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  ~Channel();

  // False: the other end is gone, or did nothing for too long.  Waiting with a limit looks at the stop and
  // throws Interrupted.
  bool send(std::span<const std::byte> bytes);
  bool receive(std::span<std::byte> bytes);

  bool waited_in_vain() const { return waited_in_vain_; }  // for all its seconds

 private:
  bool wait_for(short events);

  int descriptor_;
  int seconds_;
  bool waited_in_vain_ = false;
};

struct IsolationLimits {
  std::uint64_t memory = std::uint64_t{1} << 30;  // bytes, beyond what this process has
  int computing_seconds = 3;
  int waiting_seconds = 60;  // for one byte to come or go
};

// For who parses a file of so many bytes: a second per megabyte, of the processor and, for its disk may be
// slow, of the clock.
IsolationLimits limits_for_file(std::uint64_t bytes);

class IsolatedProcess {
 public:
  // `serve` runs in the child, which has a copy of all that is in memory here but only the calling thread,
  // and ends with it; it does not hear requests to stop, which are for this process.  No other thread may
  // hold a lock that `serve` needs; malloc is safe.  Throws InputError when no process can be made.
  IsolatedProcess(const std::function<void(Channel&)>& serve, const IsolationLimits& limits);
  IsolatedProcess(const IsolatedProcess&) = delete;
  IsolatedProcess& operator=(const IsolatedProcess&) = delete;
  ~IsolatedProcess();  // ends the child

  Channel& channel() { return *channel_; }

  // Ends a child that gave no answer, and says what became of it: "crashed", "did not end within 3 seconds",
  // …
  std::string end();
  // Known once it was ended:
  bool took_too_long() const { return took_too_long_; }
  bool nobody_saw_its_end() const { return !end_seen_; }  // the process ignores SIGCHLD, and so the system

 private:
  IsolationLimits limits_;
  std::unique_ptr<Channel> channel_;
  int child_ = -1;
  bool limited_by_shell_ = false, took_too_long_ = false, end_seen_ = true;
};

}  // namespace wpga
