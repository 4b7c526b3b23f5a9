// The nearest optimal maps: the minimum of a quadratic model over fields whose ends are optimal maps from the
// mean, by an interior-point method on arcs.  docs/optimal_map.md
#pragma once

#include <limits>
#include <vector>

#include "wpga/analysis/cone/cone_problem.hpp"
#include "wpga/parallel/execution.hpp"

namespace wpga {

// When a minimum is near enough.  Values are those of the QuadraticModel.
struct ConeEffort {
  double gap = 0;  // excess over the minimum that does not matter …
  double reference =
      -std::numeric_limits<double>::infinity();  // … or a fifth of what was won over this value
  int iterations = 100;
};

// Every iterate is strictly inside the cone, so the maps found are optimal, without ties, whenever the search
// stops; the multipliers prove how far the value is from the minimum.  A program starts from the iterates of
// the last one on the same atoms.
class ConeProgram {
 public:
  explicit ConeProgram(const Measure& mean);

  struct Result {
    Fields fields;
    double gap = 0;  // proved excess over the minimum
    int iterations = 0;
    bool solved = true;  // the gap is as small as was asked for
  };

  // ends: E × F, the ends of the curve as combinations of the fields; without it each field is one.
  // Throws InputError where the machine has too little memory.
  Result minimise(const QuadraticModel& model, const std::vector<FieldConstraint>& equalities,
                  const FieldBox& box, const ConeEffort& effort, const Matrix& ends = {},
                  const Execution& execution = {.threads = 1});

  // For going on later from the same state.
  std::vector<std::byte> rest() const { return packed(kept_); }
  void resume(std::span<const std::byte> state);

 private:
  AtomSites sites_;
  std::vector<ConePoint> kept_;  // of the last program, by falling gap
};

}  // namespace wpga
