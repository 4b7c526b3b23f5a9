// When the state of a fit is saved.
#pragma once

#include <chrono>

#include "wpga/analysis/fit/fit_state.hpp"

namespace wpga {

// Asks for a state to be saved when enough time has passed.
class Saver {
 public:
  explicit Saver(const Checkpoints& checkpoints) : checkpoints_(checkpoints) {}

  template <class MakeState>
  void offer(MakeState&& make) {
    const auto now = std::chrono::steady_clock::now();
    if (stopped_ || !checkpoints_.save ||
        std::chrono::duration<double>(now - last_).count() < checkpoints_.seconds)
      return;
    checkpoints_.save(make());
    last_ = std::chrono::steady_clock::now();
  }

  void stop() { stopped_ = true; }

 private:
  const Checkpoints& checkpoints_;
  bool stopped_ = false;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace wpga
