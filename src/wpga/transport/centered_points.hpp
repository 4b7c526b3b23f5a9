// Points in the coordinates that the couplings of a family compute in: relative to its center.  A type of its
// own, so that neither is taken for points as the data have them.
#pragma once

#include <utility>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

// Made by FamilyCouplings::centered, and by steps that begin with such points.
struct CenteredPoints {
  explicit CenteredPoints(Matrix relative_to_center) : points(std::move(relative_to_center)) {}

  Matrix points;  // d × p
};

}  // namespace wpga
