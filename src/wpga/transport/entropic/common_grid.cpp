#include "wpga/transport/entropic/common_grid.hpp"

#include <cmath>
#include <numeric>

namespace wpga {

namespace {

bool on_pixel_centers(const MeasureView& measure) {
  // Beyond 2^51 every number is "whole and a half" or none is.
  const double largest = 0x1p51;
  return (measure.points.array().abs() < largest).all() &&
         ((measure.points.array() - 0.5).floor() == measure.points.array() - 0.5).all();
}

Vector weights_on(const Grid& grid, const Vector& low, const MeasureView& measure) {
  Vector weights = Vector::Zero(grid.size());
  for (Index k = 0; k < measure.size(); ++k) {
    Index at = 0;
    for (std::size_t axis = 0; axis < grid.shape.size(); ++axis) {
      const auto i = static_cast<Index>(axis);
      at = at * grid.shape[axis] + static_cast<Index>(measure.points(i, k) - low[i]);
    }
    weights[at] += measure.weights[k];
  }
  return weights;
}

}  // namespace

std::optional<GridPair> common_grid(const MeasureView& source, const MeasureView& target) {
  if (!on_pixel_centers(source) || !on_pixel_centers(target)) return std::nullopt;
  const Vector low = source.points.rowwise().minCoeff().cwiseMin(target.points.rowwise().minCoeff());
  const Vector high = source.points.rowwise().maxCoeff().cwiseMax(target.points.rowwise().maxCoeff());
  // In floating point, so that a huge box is seen before it is counted.
  const Vector extents = high - low + Vector::Ones(low.size());
  const double pairs = static_cast<double>(source.size()) * static_cast<double>(target.size());
  if (extents.prod() * extents.sum() >= pairs) return std::nullopt;
  GridPair pair;
  for (const double extent : extents) pair.grid.shape.push_back(static_cast<Index>(extent));
  pair.source = weights_on(pair.grid, low, source);
  pair.target = weights_on(pair.grid, low, target);
  return pair;
}

}  // namespace wpga
