#include "background.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include "wpga/parallel/background_work.hpp"

namespace wpga::python {

namespace {

using std::chrono::milliseconds;

std::atomic<std::thread::id> leaving;  // the thread that ends the interpreter, once it does
std::atomic<int> unlocked = 0;         // threads that are without the lock now

bool finished_within(milliseconds most, BackgroundWork& work) {
  const Unlocked without_lock;
  return work.wait(most);
}

}  // namespace

Unlocked::Unlocked() : state_(PyEval_SaveThread()) { ++unlocked; }

Unlocked::~Unlocked() noexcept(false) {
  while (leaving.load() != std::thread::id() && leaving.load() != std::this_thread::get_id())
    std::this_thread::sleep_for(std::chrono::hours(1));
  PyEval_RestoreThread(state_);
  --unlocked;
}

void run_beside(int threads, const py::object& progress, std::function<void(const Execution&)> work) {
  const auto running = BackgroundWork::begun(threads, std::move(work));
  std::optional<Stage> told;
  try {
    while (!finished_within(milliseconds(50), *running)) {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      const std::optional<Stage> now = progress.is_none() ? std::nullopt : running->stage();
      if (!now || now == told) continue;
      told = now;
      progress(now->task, now->done, now->total);
    }
  } catch (const std::exception&) {
    running->ask_to_stop();
    finished_within(milliseconds(800), *running);
    throw;
  }
  running->rethrow();
}

void stop_all_work() {
  const bool others = unlocked > 0;
  leaving = std::this_thread::get_id();
  const Unlocked without_lock;
  // Those that were about to take the lock have it now; all others stay outside.
  if (others) std::this_thread::sleep_for(milliseconds(20));
  const auto running = work_in_progress();
  for (const auto& work : running) work->ask_to_stop();
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  for (const auto& work : running)
    work->wait(std::chrono::duration_cast<milliseconds>(end - std::chrono::steady_clock::now()));
}

}  // namespace wpga::python
