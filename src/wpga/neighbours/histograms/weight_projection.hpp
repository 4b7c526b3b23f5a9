// Curves of weights measured with W2²: nearest times with a proof.  docs/weight_projection.md
#pragma once

#include <span>
#include <vector>

#include "wpga/analysis/curves/projection.hpp"
#include "wpga/analysis/curves/weight_curve.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/transport/engine_choice.hpp"

namespace wpga {

struct WeightProjections {
  std::vector<Projections> single;  // on each curve alone
  JointProjections joint;           // on the first 1 … K together, as project_jointly for moving atoms
};

// min_t W2²(h_t, μ_i) for every measure and every curve (all on the same points), where h_t are the nearest
// probabilities to the curve (admissible_weights.hpp).  W2² is convex in the weights, so that the dual of
// every solve bounds all times of all curves from below.  `scale` is the variance that the tolerance refers
// to.  Together: a measure may leave out any curve, so that distances never rise with K; upper bounds.  The
// same bits for any number of threads.
WeightProjections project(std::span<const WeightCurve> curves, const MeasureFamily& family,
                          const TransportOptions& transport, double scale, const ProjectionOptions& options,
                          const Execution& execution);

}  // namespace wpga
