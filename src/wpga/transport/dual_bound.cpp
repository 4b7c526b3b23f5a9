#include "wpga/transport/dual_bound.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "wpga/kernels/column_minima.hpp"

namespace wpga {

double without_rounding(double lower, double upper, double magnitude, Index& contradictions) {
  constexpr double rounding = 1e-11;
  if (lower <= upper) return lower;
  if (lower - upper <= rounding * magnitude) return upper;
  ++contradictions;
  return lower;
}

Vector c_transform(const PointsRef& source, const Vector& potentials, const PointsRef& target) {
  // Plain loops: Eigen's column-wise expressions are slow on points of two or three coordinates.
  const Index d = source.rows(), stride = kernels::padded(source.cols());
  std::vector<double> columns(static_cast<std::size_t>(d * stride), 0.0);
  std::vector<double> heights(static_cast<std::size_t>(stride), std::numeric_limits<double>::infinity());
  for (Index k = 0; k < source.cols(); ++k) {
    double squared = 0;
    for (Index i = 0; i < d; ++i) {
      columns[static_cast<std::size_t>(i * stride + k)] = source(i, k);
      squared += source(i, k) * source(i, k);
    }
    heights[static_cast<std::size_t>(k)] = squared - potentials[k];
  }
  const Matrix doubled = 2 * target;
  std::vector<std::int32_t> all(static_cast<std::size_t>(target.cols()));
  std::iota(all.begin(), all.end(), 0);
  Vector least(target.cols());
  kernels::column_minima(kernels::NegativeInnerProducts{doubled.data(), columns.data(), d, stride}, all,
                         heights.data(), least.data());
  for (Index j = 0; j < target.cols(); ++j) {
    double squared = 0;
    for (Index i = 0; i < d; ++i) squared += target(i, j) * target(i, j);
    least[j] += squared;
  }
  return least;
}

double dual_bound(const PointsRef& source, const WeightsRef& weights, const MeasureView& target,
                  const Vector& potentials) {
  return dual_bound(source, weights, target, potentials, std::numeric_limits<double>::infinity());
}

double dual_bound(const PointsRef& source, const WeightsRef& weights, const MeasureView& target,
                  const Vector& potentials, double largest_cost) {
  const auto bounded = [&](Vector values, const Vector& others) -> Vector {
    return values.cwiseMin(largest_cost - others.maxCoeff());
  };
  const Vector at_target = bounded(c_transform(source, potentials, target.points), potentials);
  const Vector at_source = bounded(c_transform(target.points, at_target, source), at_target);
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

// |z_s|² = (1 − s)|z|² + s|z'|² − s(1 − s)|z' − z|².
Vector potentials_on_line(const Vector& potentials, const PointsRef& points, const Vector& other_potentials,
                          const PointsRef& other_points, double share) {
  Vector found(potentials.size());
  for (Index k = 0; k < found.size(); ++k) {
    double squared = 0;
    for (Index i = 0; i < points.rows(); ++i) {
      const double way = other_points(i, k) - points(i, k);
      squared += way * way;
    }
    found[k] = (1 - share) * potentials[k] + share * other_potentials[k] - share * (1 - share) * squared;
  }
  return found;
}

}  // namespace wpga
