#include "wpga/parallel/parallel_for.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "wpga/base/error.hpp"
#include "wpga/parallel/stop.hpp"

#ifdef WPGA_STD_THREADS
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

using Body = std::function<void(int, std::int64_t)>;

void run_serially(const Execution& execution, std::int64_t count, const Body& body) {
  const StopScope scope(execution.stop);
  for (std::int64_t i = 0; i < count; ++i) {
    check_stop(execution);
    body(0, i);
  }
}

// Runs bodies until one fails; those of lower index still run, so that the lowest failure is always the same
// one.
class FirstFailure {
 public:
  FirstFailure(const Execution& execution, std::int64_t count, const Body& body)
      : execution_(execution), body_(body), lowest_(count) {}

  void run(int worker, std::int64_t i) {
    if (i >= lowest_ || execution_.stop.stop_requested()) return;
    const StopScope scope(execution_.stop);
    try {
      body_(worker, i);
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (i >= lowest_) return;
      lowest_ = i;
      failure_ = std::current_exception();
    }
  }

  void rethrow() const {
    check_stop(execution_);
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  const Execution& execution_;
  const Body& body_;
  std::atomic<std::int64_t> lowest_;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace

#ifdef WPGA_STD_THREADS

// oneTBB is not instrumented for the thread sanitizer; this build is.
void parallel_for_workers(const Execution& execution, std::int64_t count, const Body& body) {
  const int threads = thread_count(execution);
  if (threads == 1 || count <= 1) return run_serially(execution, count, body);
  FirstFailure guarded(execution, count, body);
  std::atomic<std::int64_t> next{0};
  {
    std::vector<std::jthread> pool;
    for (int worker = 0; worker < threads; ++worker)
      pool.emplace_back([&, worker] {
        for (std::int64_t i = next++; i < count; i = next++) guarded.run(worker, i);
      });
  }
  guarded.rethrow();
}

#else

namespace {

// Arenas are kept and lent to one loop at a time: each that is destroyed leaves 7 KiB behind (oneTBB 2021.8,
// its issue 967), which fits with many loops, and programs with many fits, add up.
class ArenaLoan {
 public:
  explicit ArenaLoan(int threads) : lent_(taken(threads)) {}
  ~ArenaLoan() {
    const std::lock_guard lock(shelf().mutex);
    --shelf().lent;
    shelf().idle.push_back(std::move(lent_));
  }
  ArenaLoan(const ArenaLoan&) = delete;
  ArenaLoan& operator=(const ArenaLoan&) = delete;
  tbb::task_arena& arena() { return *lent_.arena; }

 private:
  struct Kept {
    int threads;
    pid_t process;  // a child made by fork has none of the threads that may be inside
    std::unique_ptr<tbb::task_arena> arena;
  };
  struct Shelf {
    std::mutex mutex;
    std::vector<Kept> idle;
    std::size_t lent = 0;
  };

  // Threads may outlive every static object, so this one is never destroyed.
  static Shelf& shelf() {
    static auto* const all = new Shelf;
    return *all;
  }

  static Kept taken(int threads) {
    const pid_t process = ::getpid();
    const std::lock_guard lock(shelf().mutex);
    std::vector<Kept>& idle = shelf().idle;
    idle.reserve(idle.size() + shelf().lent + 1);  // giving back takes no memory
    const auto found = std::ranges::find_if(
        idle, [&](const Kept& one) { return one.threads == threads && one.process == process; });
    Kept kept{threads, process, nullptr};
    if (found != idle.end()) {
      kept = std::move(*found);
      idle.erase(found);
    } else {
      kept.arena = std::make_unique<tbb::task_arena>(threads);
    }
    ++shelf().lent;
    return kept;
  }

  Kept lent_;
};

}  // namespace

void parallel_for_workers(const Execution& execution, std::int64_t count, const Body& body) {
  const int threads = thread_count(execution);
  if (threads == 1 || count <= 1) return run_serially(execution, count, body);
  FirstFailure guarded(execution, count, body);
  // oneTBB caps an arena at the machine's cores unless told otherwise.
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads));
  ArenaLoan loan(threads);
  // Isolated: a body that waits on an inner loop must not be handed another body of this one with the same
  // worker.
  loan.arena().execute([&] {
    tbb::this_task_arena::isolate([&] {
      tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, count, 1), [&](const auto& range) {
        for (std::int64_t i = range.begin(); i != range.end(); ++i)
          guarded.run(tbb::this_task_arena::current_thread_index(), i);
      });
    });
  });
  guarded.rethrow();
}

#endif

}  // namespace detail

}  // namespace wpga
