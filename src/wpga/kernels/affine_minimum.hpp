// The smallest of many affine functions at a point: the inner loop of every c-transform.
#pragma once

#include <cstdint>
#include <span>

#include "wpga/kernels/nearest_center.hpp"

namespace wpga::kernels {

struct AffineMinimum {
  double value;
  std::int32_t index;  // the lowest among equals
};

// min_t (offsets[t] + slope·q_t) over the points q_t of `rows`.  `offsets` has `stride` entries, infinite on
// the filling; the filling of the rows is finite.  O(d n).  The same bits on every instruction set.
AffineMinimum affine_minimum(const PointRows& rows, const double* slope,
                             std::span<const double> offsets) noexcept;

}  // namespace wpga::kernels
