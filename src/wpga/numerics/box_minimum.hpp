// The minimum of ½ u'Mu − r'u for one or two unknowns between bounds, in closed form.
#pragma once

#include <array>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

struct BoxMinimum {
  std::array<double, 2> value{};
  std::array<bool, 2> free{};  // which unknowns would move with a small change of r
};

// One unknown: only the first entries of the result mean anything.
BoxMinimum box_minimum(double metric, double right, double low, double high) noexcept;

// Two unknowns, `metric` 2 × 2 and positive definite.  Bounds may be infinite.
BoxMinimum box_minimum(const Matrix& metric, const std::array<double, 2>& right,
                       const std::array<double, 2>& low, const std::array<double, 2>& high) noexcept;

}  // namespace wpga
