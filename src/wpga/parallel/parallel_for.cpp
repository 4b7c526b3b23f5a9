#include "wpga/parallel/parallel_for.hpp"

#include "wpga/base/error.hpp"

#ifdef WPGA_STD_THREADS
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#else
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace wpga {

void parallel_for(const Execution& execution, std::int64_t count,
                  const std::function<void(std::int64_t)>& body) {
  detail::parallel_for_workers(execution, count, [&](int, std::int64_t i) { body(i); });
}

namespace detail {

namespace {

void run_serially(const Execution& execution, std::int64_t count,
                  const std::function<void(int, std::int64_t)>& body) {
  for (std::int64_t i = 0; i < count; ++i) {
    check_stop(execution);
    body(0, i);
  }
}

}  // namespace

#ifdef WPGA_STD_THREADS

// oneTBB is not instrumented for the thread sanitizer; this build is.
void parallel_for_workers(const Execution& execution, std::int64_t count,
                          const std::function<void(int, std::int64_t)>& body) {
  const int threads = thread_count(execution);
  if (threads == 1 || count <= 1) return run_serially(execution, count, body);
  std::atomic<std::int64_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work = [&](int worker) {
    try {
      for (std::int64_t i = next++; i < count; i = next++) {
        check_stop(execution);
        body(worker, i);
      }
    } catch (...) {
      next = count;
      const std::scoped_lock lock(failure_mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> pool;
    for (int worker = 0; worker < threads; ++worker) pool.emplace_back(work, worker);
  }
  if (failure) std::rethrow_exception(failure);
}

#else

void parallel_for_workers(const Execution& execution, std::int64_t count,
                          const std::function<void(int, std::int64_t)>& body) {
  const int threads = thread_count(execution);
  if (threads == 1 || count <= 1) return run_serially(execution, count, body);
  // oneTBB caps an arena at the machine's cores unless told otherwise.
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  // Isolated: a body that waits on an inner loop must not be handed another body of this one with the same
  // worker.
  arena.execute([&] {
    tbb::this_task_arena::isolate([&] {
      tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, count, 1), [&](const auto& range) {
        for (std::int64_t i = range.begin(); i != range.end(); ++i) {
          check_stop(execution);
          body(tbb::this_task_arena::current_thread_index(), i);
        }
      });
    });
  });
}

#endif

}  // namespace detail

}  // namespace wpga
