// Work in a thread of its own, for programs whose own thread has other duties: it can be waited for a while,
// asked how far it has come, asked to stop, and left to itself.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "wpga/parallel/execution.hpp"

namespace wpga {

struct Stage {
  std::string task;
  std::int64_t done = 0, total = 0;
  bool operator==(const Stage&) const = default;
};

class BackgroundWork : Observer {
 public:
  // Begins at once.  The work owns all that it uses: it may outlive whoever began it.
  static std::shared_ptr<BackgroundWork> begun(int threads, std::function<void(const Execution&)> work);

  // Waits at most so long; true once the work is done, stopped or failed.
  bool wait(std::chrono::milliseconds most);
  // Of work that is done: throws what it threw.
  void rethrow() const;
  // Also single long solves hear it (parallel/stop.hpp).
  void ask_to_stop() { stop_.request_stop(); }
  // The innermost task that runs now.
  std::optional<Stage> stage();

 private:
  void run(int threads, const std::function<void(const Execution&)>& work);
  void begin(std::string_view task, std::int64_t total) override;
  void advance(std::int64_t steps) override;
  void end() override;

  std::mutex mutex_;
  std::condition_variable changed_;
  bool finished_ = false;
  std::exception_ptr error_;
  std::vector<Stage> stages_;
  std::stop_source stop_;
};

// All work of this process that has not finished; none of the process it was forked from.
std::vector<std::shared_ptr<BackgroundWork>> work_in_progress();

}  // namespace wpga
