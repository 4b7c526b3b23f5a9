// How an iteration ended.  Not converging is a value in the result, never an exception, never silence.
#pragma once

#include <array>
#include <string_view>

namespace wpga {

enum class Termination { converged, iteration_limit, no_progress, no_variance_left };

constexpr std::array<std::string_view, 4> names(Termination) {
  return {"converged", "iteration_limit", "no_progress", "no_variance_left"};
}

struct Convergence {
  int iterations = 0;
  Termination termination = Termination::converged;
  double residual = 0;  // what the stopping rule measured last, in the rule's own unit

  bool converged() const { return termination == Termination::converged; }
};

}  // namespace wpga
