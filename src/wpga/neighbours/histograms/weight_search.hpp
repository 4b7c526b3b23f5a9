// The nearest time of one measure on one curve of weights, proven.  docs/weight_projection.md
#pragma once

#include <vector>

#include "wpga/analysis/curves/weight_curve.hpp"
#include "wpga/neighbours/histograms/weight_transport.hpp"
#include "wpga/numerics/cutting_planes.hpp"

namespace wpga {

struct NearestWeights {
  double time = 0.5;
  double upper = 0, lower = 0;  // of min_t W2², as they are: rounding may cross them
  double curvature = 0;         // second derivative in t around the minimum, as far as seen; 0: not seen
  Index solves = 0;
};

// Where to begin, and how steeply the slope is thought to change there; 0: not known.
struct SearchHint {
  double time = 0.5;
  double curvature = 0;
};

// Whatever `transport` knows already counts.  Ends when upper − lower ≤ tolerance, after `solves` solves, or
// when rounding is reached.
NearestWeights nearest_weights(const WeightCurve& line, WeightTransport& transport, const SearchHint& hint,
                               double tolerance, int solves);

// The best of `count` equally spaced times; the lower bound holds for all times.
NearestWeights nearest_on_grid(const WeightCurve& line, WeightTransport& transport, int count);

}  // namespace wpga
