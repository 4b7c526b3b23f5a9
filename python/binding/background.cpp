#include "background.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace wpga::python {

namespace {

struct Stage {
  std::string task;
  std::int64_t done = 0, total = 0;
  bool operator==(const Stage&) const = default;
};

// Remembers what the library tells, from any thread, until it is asked for.
class Remembered : public Observer {
 public:
  void begin(std::string_view task, std::int64_t total) override {
    const std::lock_guard lock(mutex_);
    stages_.push_back({std::string(task), 0, total});
  }
  void advance(std::int64_t steps) override {
    const std::lock_guard lock(mutex_);
    if (!stages_.empty()) stages_.back().done += steps;
  }
  void end() override {
    const std::lock_guard lock(mutex_);
    if (!stages_.empty()) stages_.pop_back();
  }
  std::optional<Stage> now() {
    const std::lock_guard lock(mutex_);
    return stages_.empty() ? std::nullopt : std::optional(stages_.back());
  }

 private:
  std::mutex mutex_;
  std::vector<Stage> stages_;
};

struct Shared {
  std::mutex mutex;
  std::condition_variable changed;
  bool finished = false;
  std::exception_ptr error;
  std::stop_source stop;
  Remembered observer;

  bool wait(std::chrono::milliseconds most) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, most, [&] { return finished; });
  }
};

void tell(const py::object& progress, Remembered& observer, std::optional<Stage>& told) {
  if (progress.is_none()) return;
  const std::optional<Stage> now = observer.now();
  if (!now || now == told) return;
  told = now;
  progress(now->task, now->done, now->total);
}

}  // namespace

void run_beside(int threads, const py::object& progress, std::function<void(const Execution&)> work) {
  const auto shared = std::make_shared<Shared>();
  std::thread worker([shared, threads, work = std::move(work)] {
    try {
      work({.threads = threads, .observer = &shared->observer, .stop = shared->stop.get_token()});
    } catch (...) {
      shared->error = std::current_exception();
    }
    const std::lock_guard lock(shared->mutex);
    shared->finished = true;
    shared->changed.notify_all();
  });
  const auto finished_within = [&](int milliseconds) {
    const py::gil_scoped_release released;
    return shared->wait(std::chrono::milliseconds(milliseconds));
  };
  std::optional<Stage> told;
  try {
    while (!finished_within(50)) {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      tell(progress, shared->observer, told);
    }
  } catch (...) {
    shared->stop.request_stop();
    finished_within(800) ? worker.join() : worker.detach();
    throw;
  }
  worker.join();
  if (shared->error) std::rethrow_exception(shared->error);
}

}  // namespace wpga::python
