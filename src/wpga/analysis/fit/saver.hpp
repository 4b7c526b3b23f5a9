// When the state of a fit is saved.
#pragma once

#include <chrono>
#include <optional>

#include "wpga/analysis/fit/fit_state.hpp"

namespace wpga {

// Asks for a state to be saved when enough time has passed, and for the last one when the fit is interrupted:
// in the middle of an iteration there is no state to go on from, so the last one is kept in memory.
class Saver {
 public:
  explicit Saver(const Checkpoints& checkpoints) : checkpoints_(checkpoints) {}

  template <class MakeState>
  void offer(MakeState&& make) {
    if (stopped_ || !checkpoints_.save) return;
    unsaved_ = make();
    const auto now = std::chrono::steady_clock::now();
    if (std::chrono::duration<double>(now - last_).count() >= checkpoints_.seconds) save();
  }

  // Saves the last state offered, unless it is saved already.
  void save() {
    if (!unsaved_) return;
    checkpoints_.save(*unsaved_);
    unsaved_.reset();
    last_ = std::chrono::steady_clock::now();
  }

  void stop() { stopped_ = true; }

 private:
  const Checkpoints& checkpoints_;
  bool stopped_ = false;
  std::optional<FitState> unsaved_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace wpga
