#include "wpga/analysis/curves/curve.hpp"

namespace wpga {

double length(const Measure& mean, const Curve& curve) {
  return curve.changes_weights() ? length(curve.weights()) : length(mean.weights, curve.atoms());
}

double time_nearest_mean(const Measure& mean, const Curve& curve) {
  return curve.changes_weights() ? nearest_time(curve.weights(), curve.weights().center)
                                 : time_nearest_mean(mean.weights, curve.atoms());
}

Vector scores_at(const Measure& mean, const Curve& curve, const Vector& times) {
  return length(mean, curve) * (times.array() - time_nearest_mean(mean, curve));
}

std::vector<GeneralizedGeodesic> atoms_of(std::span<const Curve> curves) {
  std::vector<GeneralizedGeodesic> all;
  for (const Curve& curve : curves) all.push_back(curve.atoms());
  return all;
}

std::vector<WeightCurve> weights_of(std::span<const Curve> curves) {
  std::vector<WeightCurve> all;
  for (const Curve& curve : curves) all.push_back(curve.weights());
  return all;
}

Measure drawn_at(const Measure& mean, std::span<const Curve> curves, std::span<const double> times) {
  if (curves.empty()) return mean;
  if (!curves.front().changes_weights())
    return {points_at(mean.points, atoms_of(curves), times), mean.weights};
  return {curves.front().weights().points, weights_at(weights_of(curves), times)};
}

Measure measure_at(const Measure& mean, std::span<const Curve> curves, std::span<const double> times) {
  Measure found = drawn_at(mean, curves, times);
  if (curves.empty() || !curves.front().changes_weights()) return found;
  return nearest_measure(found.points, found.weights);
}

}  // namespace wpga
