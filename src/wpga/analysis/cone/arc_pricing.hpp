// All p² arcs against one step of the interior-point search, of which only a few are in its program.
#pragma once

#include <vector>

#include "wpga/analysis/cone/cone_problem.hpp"
#include "wpga/parallel/execution.hpp"

namespace wpga {

struct ArcPrices {
  double allowed = 1;  // share of the way: a little short of the nearest inequality outside the program
  std::vector<ConeArc> fresh;  // arcs outside it that lose much of their slack; no slack, no multiplier yet
};

// `fields` and `potentials` change by `step` times their moves.  O(E d p²).
ArcPrices price_arcs(const ConeProblem& problem, const ConePoint& point, const Matrix& field_moves,
                     const Matrix& potential_moves, double step, const Execution& execution = {.threads = 1});

}  // namespace wpga
