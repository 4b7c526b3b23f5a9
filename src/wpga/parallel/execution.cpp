#include "wpga/parallel/execution.hpp"

#include <algorithm>
#include <thread>

#include "wpga/base/error.hpp"

namespace wpga {

int thread_count(const Execution& execution) {
  if (execution.threads > 0) return execution.threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void check_stop(const Execution& execution) {
  if (execution.stop.stop_requested()) throw Interrupted();
}

Task::Task(const Execution& execution, std::string_view name, std::int64_t total)
    : observer_(execution.observer) {
  if (observer_) observer_->begin(name, total);
}

Task::~Task() {
  if (observer_) observer_->end();
}

void Task::advance(std::int64_t steps) {
  if (observer_) observer_->advance(steps);
}

}  // namespace wpga
