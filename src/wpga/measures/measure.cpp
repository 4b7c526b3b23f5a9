#include "wpga/measures/measure.hpp"

#include <fmt/format.h>

#include <cmath>

#include "wpga/base/error.hpp"

namespace wpga {

namespace {

void check_atoms(const PointsRef& points, const WeightsRef& weights) {
  require(
      points.cols() == weights.size(),
      fmt::format("{} points but {} weights; every atom needs one weight", points.cols(), weights.size()));
  require(points.rows() > 0, "the points have no coordinates");
  for (Index k = 0; k < weights.size(); ++k) {
    const double weight = weights[k];
    if (!std::isfinite(weight))
      throw InputError(fmt::format("the weight of atom {} is {}; weights must be finite", k + 1, weight));
    if (weight < 0)
      throw InputError(
          fmt::format("the weight of atom {} is negative ({}); weights must be at least 0", k + 1, weight));
    for (Index i = 0; i < points.rows(); ++i)
      if (!std::isfinite(points(i, k)))
        throw InputError(fmt::format("coordinate {} of atom {} is {}; coordinates must be finite", i + 1,
                                     k + 1, points(i, k)));
  }
}

// What a sum of n numbers may differ from one by rounding: a measure that is one already stays to the bit.
bool is_one(double total, Index count) {
  return std::abs(total - 1) <= 1e-12 + 1e-16 * static_cast<double>(count);
}

// What is to be added to `place` for the mean of the atoms, coordinate by coordinate.
Vector remainder_of(const PointsRef& points, const WeightsRef& weights, const Vector& place) {
  constexpr double rounding = 1e-14;
  Vector remainder(place.size());
  for (Index i = 0; i < place.size(); ++i) {
    double moment = 0, spread = 0, mass = 0;
    for (Index k = 0; k < points.cols(); ++k) {
      const double moved = weights[k] * (points(i, k) - place[i]);
      moment += moved;
      spread += std::abs(moved);
      mass += weights[k];
    }
    // False where coordinates of 1e308 have no finite differences.
    const bool counts = std::abs(moment) > rounding * spread && std::isfinite(spread);
    remainder[i] = counts ? moment / mass : 0;
  }
  return remainder;
}

}  // namespace

Measure copy_of(const MeasureView& view) { return {view.points, view.weights}; }

Measure make_measure(const PointsRef& points, const WeightsRef& weights) {
  check_atoms(points, weights);
  const double largest = weights.size() == 0 ? 0 : weights.maxCoeff();
  require(largest > 0, "it has no mass: every weight is zero");
  // Scaling by the largest weight first keeps sums of 1e300 and of 1e-300 finite.
  const double total = (weights / largest).sum() * largest;
  const bool already_one = is_one(total, weights.size());

  // A weight that vanishes beside the others is none: 5e-324 of 2.
  const Vector shares =
      already_one ? Vector(weights) : Vector((weights / largest) / (weights / largest).sum());
  Measure measure;
  const Index atoms = (shares.array() > 0).count();
  measure.points.resize(points.rows(), atoms);
  measure.weights.resize(atoms);
  for (Index k = 0, kept = 0; k < shares.size(); ++k) {
    if (shares[k] == 0) continue;
    measure.points.col(kept) = points.col(k);
    measure.weights[kept++] = shares[k];
  }
  return measure;
}

bool is_made(const MeasureView& measure) {
  if (measure.size() == 0 || !measure.points.allFinite() || !measure.weights.allFinite() ||
      !(measure.weights.minCoeff() > 0))
    return false;
  const double largest = measure.weights.maxCoeff();
  return is_one((measure.weights / largest).sum() * largest, measure.size());
}

Vector mean_of(const MeasureView& measure) {
  const Vector place = measure.points * measure.weights;
  return place + remainder_of(measure.points, measure.weights, place);
}

CenteredCloud centered_cloud(const PointsRef& points, const WeightsRef& weights) {
  CenteredCloud cloud{.points = points, .place = points * weights, .remainder = {}};
  cloud.remainder = remainder_of(points, weights, cloud.place);
  cloud.points.colwise() -= cloud.place;
  cloud.points.colwise() -= cloud.remainder;
  return cloud;
}

Vector shift_between(const CenteredCloud& other, const CenteredCloud& cloud) {
  return (cloud.place - other.place) + (cloud.remainder - other.remainder);
}

double variance_of(const MeasureView& measure) {
  const Vector mean = mean_of(measure);
  double sum = 0;
  for (Index k = 0; k < measure.size(); ++k)
    sum += measure.weights[k] * (measure.points.col(k) - mean).squaredNorm();
  return sum;
}

}  // namespace wpga
