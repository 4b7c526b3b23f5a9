#include "wpga/parallel/thread_probe.hpp"

#include <malloc.h>
#include <sys/resource.h>

#include <future>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "wpga/base/error.hpp"

namespace wpga {

namespace {

// Where address space is limited (ulimit -v), the 64 MB that glibc sets aside for the allocations of each
// thread that has begun could leave no room for the stacks of those that are still to begin.
void share_memory_where_it_is_limited() {
#ifdef M_ARENA_MAX
  rlimit space{};
  // NOLINTNEXTLINE(concurrency-mt-unsafe): before there are threads
  if (::getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY) ::mallopt(M_ARENA_MAX, 1);
#endif
}

}  // namespace

void require_threads(const Execution& execution) {
  share_memory_where_it_is_limited();
  const int wanted = thread_count(execution);
  std::promise<void> done;
  const std::shared_future<void> end = done.get_future().share();
  std::vector<std::jthread> threads;
  std::string reason;
  try {
    // All at once: what each of them may have, all of them together may not.
    for (int started = 1; started < wanted; ++started) threads.emplace_back([end] { end.wait(); });
  } catch (const std::system_error& error) {
    reason = error.code().message();
  } catch (const std::bad_alloc&) {
    reason = "not enough memory";
  }
  const std::size_t started = threads.size() + 1;
  done.set_value();
  threads.clear();
  require(reason.empty(), "cannot start " + std::to_string(wanted) + " threads, only " +
                              std::to_string(started) + " (" + reason + "); give fewer with `threads`");
}

}  // namespace wpga
