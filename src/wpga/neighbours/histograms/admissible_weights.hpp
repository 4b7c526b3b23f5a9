// Curves of weights made admissible: the nearest probabilities along them.  docs/weight_projection.md
#pragma once

#include <vector>

#include "wpga/analysis/curves/weight_curve.hpp"

namespace wpga {

// The times, rising and inside (0, 1), at which the nearest probabilities to the line from `first` to `last`
// (m each, sum 1) change direction: between them they are straight.  Those nearer than 1e-7 to each other are
// one.  O(m log m) for each.
std::vector<double> bends(const Vector& first, const Vector& last);

// Probabilities at knots, straight between them.  Exact up to 256 bends; with more of them, which are slight
// then, the knots are spread evenly among the bends.
WeightCurve admissible(const WeightCurve& curve);

}  // namespace wpga
