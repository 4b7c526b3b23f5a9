#include "wpga/transport/dual_bound.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "wpga/kernels/affine_minimum.hpp"

namespace wpga {

double without_rounding(double lower, double upper, double magnitude, Index& contradictions) {
  constexpr double rounding = 1e-11;
  if (lower <= upper) return lower;
  if (lower - upper <= rounding * magnitude) return upper;
  ++contradictions;
  return lower;
}

Vector c_transform(const PointsRef& source, const Vector& potentials, const PointsRef& target) {
  const kernels::PointRows rows = kernels::rows_of(source, 0);
  std::vector<double> offsets(static_cast<std::size_t>(rows.stride), std::numeric_limits<double>::infinity());
  for (Index k = 0; k < source.cols(); ++k)
    offsets[static_cast<std::size_t>(k)] = source.col(k).squaredNorm() - potentials[k];
  Vector least(target.cols()), slope(target.rows());
  for (Index j = 0; j < target.cols(); ++j) {
    slope = -2 * target.col(j);
    least[j] = target.col(j).squaredNorm() + kernels::affine_minimum(rows, slope.data(), offsets).value;
  }
  return least;
}

double dual_bound(const PointsRef& source, const WeightsRef& weights, const MeasureView& target,
                  const Vector& potentials) {
  const Vector at_target = c_transform(source, potentials, target.points);
  const Vector at_source = c_transform(target.points, at_target, source);
  return std::max(0.0, weights.dot(at_source) + target.weights.dot(at_target));
}

Vector moved_potentials(const Vector& potentials, const PointsRef& from, const PointsRef& to,
                        const WeightsRef& weights, const PointsRef& map) {
  const Matrix moved = to - from;
  const Vector shift = moved * weights, target_mean = map * weights;
  const Matrix rest = moved.colwise() - shift;
  // |z'|² − |z|² − w·(T + x̄)
  return potentials + (moved.cwiseProduct(to + from) - rest.cwiseProduct(map.colwise() + target_mean))
                          .colwise()
                          .sum()
                          .transpose();
}

}  // namespace wpga
