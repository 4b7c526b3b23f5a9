#include "wpga/analysis/curves/weight_curve.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace wpga {

namespace {

// Weights nearer to each other than this are the same.
constexpr double nothing = 1e-14;

struct Place {
  Index segment;  // between knots segment and segment + 1
  double share;   // of the way between them
};

Place place_at(const Vector& knots, double time) {
  const double* const begin = knots.data();
  const Index last = knots.size() - 2;
  const Index segment =
      std::clamp<Index>(std::upper_bound(begin, begin + knots.size(), time) - begin - 1, 0, last);
  const double width = knots[segment + 1] - knots[segment];
  return {segment, width > 0 ? std::clamp((time - knots[segment]) / width, 0.0, 1.0) : 0.0};
}

}  // namespace

double negative_mass(const WeightsRef& weights) { return -weights.cwiseMin(0.0).sum(); }

double mass_above(const WeightsRef& weights, double full) {
  return (weights.array() - full).cwiseMax(0.0).sum();
}

WeightCurve weight_curve(const PointsRef& points, const Matrix& weights, const Vector& center, double full) {
  assert(weights.rows() == points.cols() && weights.cols() > 0 && center.size() == points.cols());
  std::vector<Index> kept = {0};
  std::vector<double> way = {0};
  for (Index k = 1; k < weights.cols(); ++k) {
    const double step = (weights.col(k) - weights.col(kept.back())).norm();
    if (!(step > nothing)) continue;
    kept.push_back(k);
    way.push_back(way.back() + step);
  }
  if (kept.size() == 1) {
    kept.push_back(kept.front());
    way.push_back(1);
  }
  WeightCurve curve{.points = points, .weights = {}, .knots = {}, .center = center, .full = full};
  const auto count = static_cast<Index>(kept.size());
  curve.weights.resize(weights.rows(), count);
  for (Index k = 0; k < count; ++k) curve.weights.col(k) = weights.col(kept[static_cast<std::size_t>(k)]);
  curve.knots = VectorView(way.data(), count) / way.back();
  for (Index k = 0; k < count; ++k) {
    curve.negative_mass = std::max(curve.negative_mass, negative_mass(curve.weights.col(k)));
    curve.mass_above_one = std::max(curve.mass_above_one, mass_above(curve.weights.col(k), full));
  }
  return curve;
}

Vector weights_at(const WeightCurve& curve, double time) {
  const Place place = place_at(curve.knots, time);
  return (1 - place.share) * curve.weights.col(place.segment) +
         place.share * curve.weights.col(place.segment + 1);
}

Vector weights_at(std::span<const WeightCurve> curves, std::span<const double> times) {
  assert(!curves.empty() && curves.size() == times.size());
  Vector weights = curves.front().center;
  for (std::size_t c = 0; c < curves.size(); ++c)
    if (!std::isnan(times[c])) weights += weights_at(curves[c], times[c]) - curves[c].center;
  return weights;
}

Vector nearest_probabilities(const WeightsRef& weights) {
  std::vector<double> falling(weights.data(), weights.data() + weights.size());
  std::sort(falling.begin(), falling.end(), std::greater<>());
  // w − shift, cut at zero, has total one; as many of the largest weights stay positive as can.
  double total = 0, shift = 0;
  for (std::size_t count = 0; count < falling.size(); ++count) {
    total += falling[count];
    const double wanted = (total - 1) / static_cast<double>(count + 1);
    if (!(falling[count] > wanted)) break;
    shift = wanted;
  }
  return (weights.array() - shift).cwiseMax(0.0);
}

Measure nearest_measure(const PointsRef& points, const WeightsRef& weights) {
  return make_measure(points, nearest_probabilities(weights));
}

double length(const WeightCurve& curve) {
  double total = 0;
  for (Index k = 1; k < curve.weights.cols(); ++k)
    total += (curve.weights.col(k) - curve.weights.col(k - 1)).norm();
  return total;
}

double nearest_time(const WeightCurve& curve, const WeightsRef& weights) {
  double best = std::numeric_limits<double>::infinity(), time = 0;
  for (Index k = 0; k + 1 < curve.weights.cols(); ++k) {
    const Vector step = curve.weights.col(k + 1) - curve.weights.col(k);
    const Vector away = weights - curve.weights.col(k);
    const double size = step.squaredNorm();
    const double share = size > 0 ? std::clamp(step.dot(away) / size, 0.0, 1.0) : 0.5;
    const double distance = (away - share * step).squaredNorm();
    if (!(distance < best)) continue;
    best = distance;
    time = curve.knots[k] + share * (curve.knots[k + 1] - curve.knots[k]);
  }
  return time;
}

}  // namespace wpga
