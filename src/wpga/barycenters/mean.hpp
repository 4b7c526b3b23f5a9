// What every way to a Wasserstein mean returns: the measure, and how far it is from each of the others.
//
// A mean of measures μ_i with weights λ_i (family.measure_weight) minimises Σ_i λ_i W2²(·, μ_i) over the
// measures a method can reach (Agueh & Carlier 2011).
#pragma once

#include <optional>
#include <vector>

#include "wpga/base/convergence.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/transport/engine_choice.hpp"

namespace wpga {

struct Mean {
  Measure measure;
  Vector squared_distances;  // N: W2²(measure, μ_i) as the cost of a feasible plan, so upper bounds
  double variance = 0;       // Σ_i λ_i squared_distances_i
  Convergence convergence;
  std::vector<double> objective;     // for each iteration what the method minimises (bregman: its residual)
  std::optional<double> gap;         // proven: how far the variance may lie above the least one of the method
  std::vector<double> restarts;      // variance reached from each start, when there were several
  std::optional<double> mass_lost;   // total weight of the atoms that were pruned as negligible
  Index unconverged_transports = 0;  // transport problems on the way that stopped early
  std::optional<double> variance_lower_bound;          // proven, where not all distances are exact
  TransportMethod scored_by = TransportMethod::exact;  // what measured distances; entropic if any was
  Index contradictions = 0;  // distances whose lower bound exceeds their upper one by more than rounding
};

// What the distances of a mean prove of its variance.
struct DistanceBounds {
  double variance_lower_bound = 0;
  TransportMethod method = TransportMethod::exact;  // entropic if any distance was
};

// squared_distances and variance of `mean.measure`, whatever method found it: solved exactly where the two
// measures have up to 30,000 atoms together, beyond that by the rounded plan of an entropic solve (an upper
// bound all the same).  O(N) cold solves in parallel; the same bits for any number of threads.
DistanceBounds measure_distances(Mean& mean, const MeasureFamily& family, const Execution& execution);

// A mean found in a unit of length of its own (measures/length_unit.hpp), told in the data's; `objective` as
// a squared length.
Mean in_data_unit(Mean mean, double unit);

// Throws InputError for a family without measures.
void require_measures(const MeasureFamily& family);

}  // namespace wpga
