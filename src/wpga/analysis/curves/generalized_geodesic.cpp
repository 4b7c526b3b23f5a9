#include "wpga/analysis/curves/generalized_geodesic.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace wpga {

double inner_product(const WeightsRef& weights, const PointsRef& first, const PointsRef& second) {
  return first.cwiseProduct(second).colwise().sum().dot(weights.transpose());
}

double squared_norm(const WeightsRef& weights, const PointsRef& field) {
  return field.colwise().squaredNorm().dot(weights.transpose());
}

Matrix gram_matrix(const WeightsRef& weights, std::span<const Matrix> fields) {
  const auto count = static_cast<Index>(fields.size());
  return Matrix::NullaryExpr(count, count, [&](Index a, Index b) {
    return inner_product(weights, fields[static_cast<std::size_t>(a)], fields[static_cast<std::size_t>(b)]);
  });
}

Matrix displacement(const GeneralizedGeodesic& curve, double time) {
  return time * curve.forward - (1 - time) * curve.backward;
}

Matrix points_at(const PointsRef& mean, const GeneralizedGeodesic& curve, double time) {
  return mean + time * curve.forward - (1 - time) * curve.backward;
}

Matrix points_at(const PointsRef& mean, std::span<const GeneralizedGeodesic> curves,
                 std::span<const double> times) {
  assert(curves.size() == times.size());
  Matrix points = mean;
  for (std::size_t c = 0; c < curves.size(); ++c)
    if (!std::isnan(times[c])) points += displacement(curves[c], times[c]);
  return points;
}

double length(const WeightsRef& weights, const GeneralizedGeodesic& curve) {
  return std::sqrt(squared_norm(weights, curve.direction()));
}

double time_nearest_mean(const WeightsRef& weights, const GeneralizedGeodesic& curve) {
  const Matrix direction = curve.direction();
  const double squared_length = squared_norm(weights, direction);
  if (!(squared_length > 0)) return 0.5;
  return std::clamp(inner_product(weights, curve.backward, direction) / squared_length, 0.0, 1.0);
}

Vector scores(const WeightsRef& weights, const GeneralizedGeodesic& curve, const Vector& times) {
  return length(weights, curve) * (times.array() - time_nearest_mean(weights, curve));
}

GeneralizedGeodesic reversed(const GeneralizedGeodesic& curve) { return {-curve.forward, -curve.backward}; }

GeneralizedGeodesic trimmed(const GeneralizedGeodesic& curve, double first, double last) {
  return {-displacement(curve, first), displacement(curve, last)};
}

void trim_to(Eigen::Ref<Vector> times, GeneralizedGeodesic& curve) {
  const double first = times.minCoeff(), last = times.maxCoeff();
  if (!(last > first)) return;
  curve = trimmed(curve, first, last);
  times = ((times.array() - first) / (last - first)).cwiseMax(0.0).cwiseMin(1.0);
}

void reverse(Eigen::Ref<Vector> times, GeneralizedGeodesic& curve) {
  curve = reversed(curve);
  times = 1 - times.array();
}

}  // namespace wpga
