// Long work beside the interpreter: the lock is released, Ctrl-C asks for a stop, progress is told.
#pragma once

#include <pybind11/pybind11.h>

#include <functional>
#include <memory>
#include <utility>

#include "wpga/parallel/execution.hpp"

namespace wpga::python {

namespace py = pybind11;

// Gives the interpreter's lock away for as long as it lives.  Python unwinds threads that want the lock back
// after the interpreter's end, which no C++ survives: such a thread stays in the destructor.
class Unlocked {
 public:
  Unlocked();
  ~Unlocked() noexcept(false);
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  PyThreadState* state_;
};

// Runs `work` in a thread of its own while the calling thread waits, looks for signals twenty times a second
// and calls progress(task, done, total) when something changed (None: never).  After an interrupt or an error
// of `progress` the work is asked to stop, for which it has 0.8 s; then it is left to itself and its result
// thrown away: so it must own all it uses, and no Python object.
void run_beside(int threads, const py::object& progress, std::function<void(const Execution&)> work);

// The same for work with a result.
template <class Work>
auto beside(int threads, const py::object& progress, Work work) {
  using Result = std::invoke_result_t<Work, const Execution&>;
  auto result = std::make_shared<std::unique_ptr<Result>>();
  run_beside(threads, progress, [result, work = std::move(work)](const Execution& execution) mutable {
    *result = std::make_unique<Result>(work(execution));
  });
  return std::move(**result);
}

// At the end of the interpreter: asks all work that other threads began to stop, and waits for it a while.
void stop_all_work();

}  // namespace wpga::python
