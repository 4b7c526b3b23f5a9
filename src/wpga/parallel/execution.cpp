#include "wpga/parallel/execution.hpp"

#include <algorithm>
#include <thread>

#include "wpga/base/error.hpp"

namespace wpga {

namespace {

// More threads than this only take memory from each other.
constexpr int threads_of_a_core = 4, threads_of_any_machine = 16;

}  // namespace

int thread_count(const Execution& execution) {
  if (execution.threads == 1) return 1;  // small loops ask often, and asking the machine takes longer
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  if (execution.threads <= 0) return cores;
  return std::min(execution.threads, std::max(threads_of_any_machine, threads_of_a_core * cores));
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
