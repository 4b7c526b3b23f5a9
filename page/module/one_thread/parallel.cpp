// src/wpga/parallel for a machine with one thread and nobody who watches.
#include "wpga/parallel/parallel_for.hpp"
#include "wpga/parallel/ranks.hpp"

namespace wpga {

int thread_count(const Execution&) { return 1; }
void check_stop(const Execution&) {}

Task::Task(const Execution&, std::string_view, std::int64_t) : observer_(nullptr) {}
Task::~Task() = default;
void Task::advance(std::int64_t) {}

void parallel_for(const Execution&, std::int64_t count, const std::function<void(std::int64_t)>& body) {
  for (std::int64_t i = 0; i < count; ++i) body(i);
}

void detail::parallel_for_workers(const Execution&, std::int64_t count,
                                  const std::function<void(int, std::int64_t)>& body) {
  for (std::int64_t i = 0; i < count; ++i) body(0, i);
}

// Nobody shares the work.
bool is_shared(const Execution&) { return false; }
Share own_share(const Execution&, std::int64_t count) { return {0, count}; }
std::exception_ptr caught(const std::function<void()>&) { __builtin_trap(); }
Letter Ranks::meet(std::exception_ptr, Letter, const Join&) { __builtin_trap(); }

// Nobody asks a page to stop.
void check_stop() {}

}  // namespace wpga
