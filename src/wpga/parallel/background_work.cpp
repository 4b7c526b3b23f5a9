#include "wpga/parallel/background_work.hpp"

#include <unistd.h>

#include <thread>
#include <utility>

#include "wpga/parallel/stop.hpp"

namespace wpga {

namespace {

struct Begun {
  std::weak_ptr<BackgroundWork> work;
  pid_t process;  // a child made by fork has none of its parent's threads
};

struct AllBegun {
  std::mutex mutex;
  std::vector<Begun> list;
};

// Threads may outlive every static object, so this one is never destroyed.
AllBegun& all_begun() {
  static auto* const all = new AllBegun;
  return *all;
}

}  // namespace

std::shared_ptr<BackgroundWork> BackgroundWork::begun(int threads,
                                                      std::function<void(const Execution&)> work) {
  auto shared = std::make_shared<BackgroundWork>();
  {
    AllBegun& all = all_begun();
    const std::lock_guard lock(all.mutex);
    std::erase_if(all.list, [](const Begun& one) { return one.work.expired(); });
    all.list.push_back({shared, ::getpid()});
  }
  std::thread([shared, threads, work = std::move(work)]() mutable {
    // What the work owns is gone before it counts as finished.
    shared->run(threads, std::exchange(work, nullptr));
    const std::lock_guard lock(shared->mutex_);
    shared->finished_ = true;
    shared->changed_.notify_all();
  }).detach();
  return shared;
}

void BackgroundWork::run(int threads, const std::function<void(const Execution&)>& work) {
  const std::stop_token stop = stop_.get_token();
  try {
    const StopScope heard(stop);
    work({.threads = threads, .observer = this, .stop = stop});
  } catch (...) {
    error_ = std::current_exception();
  }
}

bool BackgroundWork::wait(std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, most, [&] { return finished_; });
}

void BackgroundWork::rethrow() const {
  if (error_) std::rethrow_exception(error_);
}

std::optional<Stage> BackgroundWork::stage() {
  const std::lock_guard lock(mutex_);
  return stages_.empty() ? std::nullopt : std::optional(stages_.back());
}

void BackgroundWork::begin(std::string_view task, std::int64_t total) {
  const std::lock_guard lock(mutex_);
  stages_.push_back({std::string(task), 0, total});
}

void BackgroundWork::advance(std::int64_t steps) {
  const std::lock_guard lock(mutex_);
  if (!stages_.empty()) stages_.back().done += steps;
}

void BackgroundWork::end() {
  const std::lock_guard lock(mutex_);
  if (!stages_.empty()) stages_.pop_back();
}

std::vector<std::shared_ptr<BackgroundWork>> work_in_progress() {
  AllBegun& all = all_begun();
  const std::lock_guard lock(all.mutex);
  std::vector<std::shared_ptr<BackgroundWork>> running;
  for (const Begun& one : all.list)
    if (auto work = one.work.lock(); work && one.process == ::getpid() && !work->wait({}))
      running.push_back(std::move(work));
  return running;
}

}  // namespace wpga
