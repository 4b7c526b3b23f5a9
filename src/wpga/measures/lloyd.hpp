// Lloyd's iteration: every point goes to its nearest centre, every centre to the mean of its points.
#pragma once

#include <cstdint>
#include <vector>

#include "wpga/base/convergence.hpp"
#include "wpga/measures/measure.hpp"

namespace wpga {

struct Clusters {
  Matrix means;                          // d × k: mean of each cluster; none is empty
  Vector masses;                         // k: total weight of each cluster
  std::vector<std::int32_t> assignment;  // n: the cluster of each point
  double inertia = 0;                    // Σ_j weights_j |x_j − mean of its cluster|²
  Convergence convergence;               // residual: last fall of the inertia, relative
};

// Improves `start` (d × k, finite) until the inertia falls by no more than `tolerance` of itself or no point
// changes its cluster.  The inertia never rises.  A centre that loses all its points moves to the point that
// costs most; it is dropped only when every point already sits on its centre.  With no iteration, points go
// to the nearest start.
//
// Exact, with Hamerly's bounds (2010): a point is compared with all centres only when a bound on its distance
// cannot exclude a change, O(d n k) at first and mostly O(n) later.  One thread; the same bits everywhere.
//
// `step`, in (0, 2): how much of the way to their means the centres go, at last all of it.  More than one
// finds lower inertias in few iterations.
Clusters lloyd(const MeasureView& measure, const Matrix& start, int iterations, double tolerance,
               double step = 1);

}  // namespace wpga
