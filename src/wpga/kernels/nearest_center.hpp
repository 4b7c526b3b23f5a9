// Many points against a few centres: the inner loops of k-means.
// The answers have the same bits on every instruction set: no fused multiply-add, sums in eight fixed lanes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wpga/base/linear_algebra.hpp"

namespace wpga::kernels {

// A cloud turned on its side: row i holds coordinate i of every point, filled up to a multiple of eight.
struct PointRows {
  Index dimension = 0;
  Index count = 0;
  Index stride = 0;                 // count rounded up to a multiple of eight
  std::vector<double> coordinates;  // dimension × stride

  const double* row(Index i) const { return coordinates.data() + i * stride; }
};

// O(d n).  Columns count … stride−1 hold `filling`; infinity keeps them from ever being nearest.
PointRows rows_of(const PointsRef& points, double filling);

struct TwoNearest {
  double nearest;      // squared distance to the nearest centre
  double second;       // squared distance to the nearest of the others, infinite if there is none
  std::int32_t index;  // the nearest centre, the lowest index among equals
};

// out[s] for the point in column which[s] of `points` (d × n).  Centres filled with infinity.  O(d k) each.
void two_nearest(const PointsRef& points, std::span<const std::int32_t> which, const PointRows& centers,
                 std::span<TwoNearest> out) noexcept;

// nearest[j] = min(nearest[j], |x_j − center|²).  `nearest` has `stride` entries.
void lower_to_center(const PointRows& points, const double* center, std::span<double> nearest) noexcept;

// Σ_j weights[j] min(nearest[j], |x_j − center|²).  Spans of `stride` entries, weights of the filling zero,
// points filled with finite numbers.
double potential_with_center(const PointRows& points, const double* center, std::span<const double> weights,
                             std::span<const double> nearest) noexcept;

}  // namespace wpga::kernels
