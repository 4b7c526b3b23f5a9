#include "wpga/measures/length_unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "wpga/base/error.hpp"

namespace wpga {

namespace {

constexpr int safe_exponent = 32;
constexpr double shortest = 1e-140, longest = 1e140;

struct Extent {
  Vector low, high;

  void include(const PointsRef& points) {
    if (points.cols() == 0) return;
    const Vector lowest = points.rowwise().minCoeff(), highest = points.rowwise().maxCoeff();
    low = low.size() == 0 ? lowest : Vector(low.cwiseMin(lowest));
    high = high.size() == 0 ? highest : Vector(high.cwiseMax(highest));
  }

  // Points in one place have their distance from the origin as only length; near the origin they have none.
  double size() const {
    if (low.size() == 0) return 0;
    const double range = (high - low).maxCoeff(), place = high.cwiseAbs().maxCoeff();
    return range != 0 ? range : place < shortest ? 0 : place;
  }
};

double unit_for(const Extent& extent) {
  const double size = extent.size();
  if (size == 0) return 1;
  require(
      size >= shortest && size <= longest,  // false for NaN
      fmt::format("the squares of lengths such as {:.3g} leave the range of numbers; rescale the points to "
                  "lengths between {:g} and {:g}",
                  size, shortest, longest));
  const int exponent = std::ilogb(size);
  return std::abs(exponent) <= safe_exponent ? 1 : std::ldexp(1.0, exponent);
}

}  // namespace

double length_unit(const PointsRef& points) {
  Extent extent;
  extent.include(points);
  return unit_for(extent);
}

double length_unit(const PointsRef& first, const PointsRef& second) {
  if (first.rows() != second.rows()) return 1;  // refused elsewhere
  Extent extent;
  extent.include(first);
  extent.include(second);
  return unit_for(extent);
}

double length_unit(const MeasureFamily& family, const PointsRef& points) {
  const CoordinateRange range = coordinate_range(family);
  if (range.low.size() == 0) return length_unit(points);
  Matrix corners(range.low.size(), 2);
  corners << range.low, range.high;
  return length_unit(corners, points);
}

Measure in_unit(const MeasureView& measure, double unit) { return {measure.points / unit, measure.weights}; }

MeasureFamily in_unit(const MeasureFamily& family, double unit) {
  MeasureFamily scaled = family;
  scaled.standardize(Vector::Zero(family.dimension()), Vector::Constant(family.dimension(), unit));
  return scaled;
}

}  // namespace wpga
