#include "wpga/measures/measure_family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "wpga/base/error.hpp"

namespace wpga {

namespace {

constexpr Index walked_atoms = 1 << 14;  // at a time, along all of a family

}  // namespace

// The name stays whole until the error that may need it has passed.
void MeasureFamily::append(const PointsRef& points, const WeightsRef& weights, std::string name,
                           std::string label) {
  try {
    const Measure measure = make_measure(points, weights);
    push(measure.points, measure.weights, name, label);
  } catch (const InputError& error) {
    rethrow_at(fmt::format("measure '{}'", name), error);
  }
}

void MeasureFamily::append(const MeasureView& measure, std::string name, std::string label) {
  push(measure.points, measure.weights, std::move(name), std::move(label));
}

MeasureFamily::MeasureFamily(Space space, Index dimension, LargeArray<double> points,
                             LargeArray<double> weights, std::vector<std::int64_t> offsets,
                             std::vector<std::string> names)
    : space_(std::move(space)) {
  packed_.own() = {dimension, std::move(points), std::move(weights), std::move(offsets), std::move(names)};
  assert(packed_->offsets.size() == packed_->names.size() + 1);
}

void MeasureFamily::push(const PointsRef& points, const WeightsRef& weights, std::string name,
                         std::string label) {
  require(measure_weights_.size() == 0, "measures are added to a family before the weights of all are set");
  Packed& packed = packed_.own();
  if (packed.names.empty()) packed.dimension = points.rows();
  if (points.rows() != packed.dimension)
    throw InputError(fmt::format("it has {} coordinates but the measures before it have {}; all must agree",
                                 points.rows(), packed.dimension));
  const auto had = packed.points.size(), numbers = static_cast<std::size_t>(points.size());
  packed.points.resize(had + numbers);
  Eigen::Map<Matrix>(packed.points.data() + had, points.rows(), points.cols()) = points;
  packed.points.visit(numbers);
  packed.weights.append({weights.data(), static_cast<std::size_t>(weights.size())});
  packed.offsets.push_back(static_cast<std::int64_t>(packed.weights.size()));
  if (!label.empty() && labels_->empty()) labels_.own().resize(packed.names.size());
  if (!label.empty() || !labels_->empty()) labels_.own().push_back(std::move(label));
  packed.names.push_back(std::move(name));
}

MeasureView MeasureFamily::operator[](Index i) const {
  const Packed& packed = *packed_;
  const auto begin = packed.offsets[static_cast<std::size_t>(i)];
  const auto size = packed.offsets[static_cast<std::size_t>(i) + 1] - begin;
  packed.points.visit(static_cast<std::size_t>(size * packed.dimension));
  packed.weights.visit(static_cast<std::size_t>(size));
  return {MatrixView(packed.points.data() + begin * packed.dimension, packed.dimension, size),
          VectorView(packed.weights.data() + begin, size)};
}

MatrixView MeasureFamily::points() const { return {packed_->points.data(), dimension(), atoms()}; }

VectorView MeasureFamily::weights() const { return {packed_->weights.data(), atoms()}; }

double MeasureFamily::measure_weight(Index i) const {
  return measure_weights_.size() > 0 ? measure_weights_[i] : 1.0 / static_cast<double>(count());
}

void MeasureFamily::set_labels(std::vector<std::string> labels) {
  require(labels.empty() || labels.size() == names().size(),
          fmt::format("{} labels for {} measures", labels.size(), names().size()));
  if (labels.empty() && labels_->empty()) return;
  labels_ = {};
  labels_.own() = std::move(labels);
}

void MeasureFamily::set_measure_weights(const Vector& weights) {
  if (weights.size() == 0) {
    measure_weights_.resize(0);
    return;
  }
  require(weights.size() == count(),
          fmt::format("{} measure weights for {} measures", weights.size(), count()));
  require(weights.allFinite() && weights.minCoeff() >= 0, "measure weights must be finite and at least 0");
  const double largest = weights.maxCoeff();
  require(largest > 0, "every measure weight is zero; at least one must be positive");
  const Vector scaled = weights / largest;
  const double total = scaled.sum() * largest;
  measure_weights_ = std::abs(total - 1) <= 1e-12 ? weights : Vector(scaled / scaled.sum());
}

void MeasureFamily::reserve(Index measures, Index atoms, Index dimension) {
  Packed& packed = packed_.own();
  packed.names.reserve(static_cast<std::size_t>(measures));
  packed.offsets.reserve(static_cast<std::size_t>(measures) + 1);
  packed.weights.reserve(static_cast<std::size_t>(atoms));
  packed.points.reserve(static_cast<std::size_t>(atoms * dimension));
}

void MeasureFamily::standardize(const Vector& center, const Vector& scale) {
  Packed& packed = packed_.own();
  const Index d = packed.dimension;
  double* numbers = packed.points.data();
  for (Index first = 0; first < atoms(); first += walked_atoms) {
    const Index count = std::min(walked_atoms, atoms() - first);
    Eigen::Map<Matrix> points(numbers + first * d, d, count);
    points = (points.colwise() - center).array().colwise() / scale.array();
    packed.points.visit(static_cast<std::size_t>(count * d));
  }
  // Two standardisations in a row are one: x = c₁ + s₁ (c₂ + s₂ z).
  const bool again = !space_.scale.empty();
  for (Index i = 0; i < d; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double old_center = again ? space_.center[at] : 0, old_scale = again ? space_.scale[at] : 1;
    if (!again) {
      space_.center.resize(static_cast<std::size_t>(d));
      space_.scale.resize(static_cast<std::size_t>(d));
    }
    space_.center[at] = old_center + old_scale * center[i];
    space_.scale[at] = old_scale * scale[i];
  }
}

std::size_t MeasureFamily::bytes() const {
  return (packed_->points.size() + packed_->weights.size()) * sizeof(double) +
         offsets().size() * sizeof(std::int64_t);
}

CoordinateRange coordinate_range(const MeasureFamily& family) {
  const Index d = family.dimension();
  CoordinateRange range;
  family.packed_points().walk(
      static_cast<std::size_t>(walked_atoms * d), [&](std::size_t first, std::span<const double> numbers) {
        const MatrixView points(numbers.data(), d, static_cast<Index>(numbers.size()) / d);
        const Vector low = points.rowwise().minCoeff(), high = points.rowwise().maxCoeff();
        range.low = first == 0 ? low : Vector(range.low.cwiseMin(low));
        range.high = first == 0 ? high : Vector(range.high.cwiseMax(high));
      });
  return range;
}

MeasureFamily subset(const MeasureFamily& family, std::span<const Index> indices) {
  MeasureFamily chosen(family.space());
  chosen.set_reading(family.reading());
  Vector weights(static_cast<Index>(indices.size()));
  std::vector<std::string> labels;
  Index position = 0;
  for (const Index i : indices) {
    chosen.append(family[i], family.names()[static_cast<std::size_t>(i)]);
    if (!family.labels().empty()) labels.push_back(family.labels()[static_cast<std::size_t>(i)]);
    weights[position++] = family.measure_weight(i);
  }
  // With a measure the system brings its neighbours, of few measures far apart all of the file.
  family.packed_points().drop();
  family.packed_weights().drop();
  chosen.set_labels(std::move(labels));
  if (family.measure_weights().size() > 0) chosen.set_measure_weights(weights);
  return chosen;
}

double weighted_mean(const MeasureFamily& family, const Vector& values) {
  double sum = 0;
  for (Index i = 0; i < family.count(); ++i) sum += family.measure_weight(i) * values[i];
  return sum;
}

PooledMoments pooled_moments(const MeasureFamily& family) {
  const Index d = family.dimension();
  Vector mean = Vector::Zero(d);
  for (Index i = 0; i < family.count(); ++i) mean += family.measure_weight(i) * mean_of(family[i]);
  Vector variance = Vector::Zero(d);
  for (Index i = 0; i < family.count(); ++i) {
    const MeasureView measure = family[i];
    for (Index k = 0; k < measure.size(); ++k)
      variance += family.measure_weight(i) * measure.weights[k] * (measure.points.col(k) - mean).cwiseAbs2();
  }
  return {mean, variance};
}

}  // namespace wpga
