#include "wpga/transport/dual_bound.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "wpga/kernels/affine_minimum.hpp"

namespace wpga {

namespace {

// out_j = min_k |y_k − x_j|² − heights_k.
Vector transformed(const PointsRef& from, const PointsRef& to, const Vector& heights) {
  const kernels::PointRows rows = kernels::rows_of(from, 0);
  std::vector<double> offsets(static_cast<std::size_t>(rows.stride), std::numeric_limits<double>::infinity());
  for (Index k = 0; k < from.cols(); ++k)
    offsets[static_cast<std::size_t>(k)] = from.col(k).squaredNorm() - heights[k];
  Vector least(to.cols()), slope(to.rows());
  for (Index j = 0; j < to.cols(); ++j) {
    slope = -2 * to.col(j);
    least[j] = to.col(j).squaredNorm() + kernels::affine_minimum(rows, slope.data(), offsets).value;
  }
  return least;
}

}  // namespace

double dual_bound(const PointsRef& source, const WeightsRef& weights, const MeasureView& target,
                  const Vector& potentials) {
  const Vector at_target = transformed(source, target.points, potentials);
  const Vector at_source = transformed(target.points, source, at_target);
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
