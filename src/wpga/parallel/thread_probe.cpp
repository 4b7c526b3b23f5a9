#include "wpga/parallel/thread_probe.hpp"

#include <future>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "wpga/base/error.hpp"

namespace wpga {

void require_threads(const Execution& execution) {
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
