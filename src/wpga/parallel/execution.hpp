// Execution settings: threads, progress, cancellation.  They never change a result.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string_view>

namespace wpga {

// Is told how far a long task has come.  `advance` may be called from any thread.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void begin(std::string_view task, std::int64_t total) = 0;
  virtual void advance(std::int64_t steps) = 0;
  virtual void end() = 0;
};

class Ranks;

struct Execution {
  int threads = 0;  // 0: all there are
  Observer* observer = nullptr;
  std::stop_token stop = {};
  Ranks* ranks = nullptr;  // processes that share the work (ranks.hpp)
};

// The number of threads that `execution` stands for, at least 1.
int thread_count(const Execution& execution);

// Throws Interrupted once a stop was asked for.
void check_stop(const Execution& execution);

// Announces a task to the observer for as long as it lives; does nothing without one.
class Task {
 public:
  Task(const Execution& execution, std::string_view name, std::int64_t total);
  ~Task();
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;
  void advance(std::int64_t steps = 1);

 private:
  Observer* observer_;
};

}  // namespace wpga
