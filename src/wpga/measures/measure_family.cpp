#include "wpga/measures/measure_family.hpp"

#include <fmt/format.h>

#include <cmath>

#include "wpga/base/error.hpp"

namespace wpga {

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

void MeasureFamily::push(const PointsRef& points, const WeightsRef& weights, std::string name,
                         std::string label) {
  if (names_.empty()) dimension_ = points.rows();
  if (points.rows() != dimension_)
    throw InputError(fmt::format("it has {} coordinates but the measures before it have {}; all must agree",
                                 points.rows(), dimension_));
  const auto had = points_.size();
  points_.resize(had + static_cast<std::size_t>(points.size()));
  Eigen::Map<Matrix>(points_.data() + had, points.rows(), points.cols()) = points;
  weights_.insert(weights_.end(), weights.data(), weights.data() + weights.size());
  offsets_.push_back(static_cast<std::int64_t>(weights_.size()));
  if (!label.empty() && labels_.empty()) labels_.resize(names_.size());
  if (!label.empty() || !labels_.empty()) labels_.push_back(std::move(label));
  names_.push_back(std::move(name));
}

MeasureView MeasureFamily::operator[](Index i) const {
  const auto begin = offsets_[static_cast<std::size_t>(i)];
  const auto size = offsets_[static_cast<std::size_t>(i) + 1] - begin;
  return {MatrixView(points_.data() + begin * dimension_, dimension_, size),
          VectorView(weights_.data() + begin, size)};
}

MatrixView MeasureFamily::points() const { return {points_.data(), dimension_, atoms()}; }

VectorView MeasureFamily::weights() const { return {weights_.data(), atoms()}; }

double MeasureFamily::measure_weight(Index i) const {
  return measure_weights_.size() > 0 ? measure_weights_[i] : 1.0 / static_cast<double>(count());
}

void MeasureFamily::set_labels(std::vector<std::string> labels) {
  require(labels.empty() || labels.size() == names_.size(),
          fmt::format("{} labels for {} measures", labels.size(), names_.size()));
  labels_ = std::move(labels);
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
  names_.reserve(static_cast<std::size_t>(measures));
  offsets_.reserve(static_cast<std::size_t>(measures) + 1);
  weights_.reserve(static_cast<std::size_t>(atoms));
  points_.reserve(static_cast<std::size_t>(atoms * dimension));
}

void MeasureFamily::standardize(const Vector& center, const Vector& scale) {
  Eigen::Map<Matrix> points(points_.data(), dimension_, atoms());
  points = (points.colwise() - center).array().colwise() / scale.array();
  // Two standardisations in a row are one: x = c₁ + s₁ (c₂ + s₂ z).
  const bool again = !space_.scale.empty();
  for (Index i = 0; i < dimension_; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double old_center = again ? space_.center[at] : 0, old_scale = again ? space_.scale[at] : 1;
    if (!again) {
      space_.center.resize(static_cast<std::size_t>(dimension_));
      space_.scale.resize(static_cast<std::size_t>(dimension_));
    }
    space_.center[at] = old_center + old_scale * center[i];
    space_.scale[at] = old_scale * scale[i];
  }
}

std::size_t MeasureFamily::bytes() const {
  return (points_.size() + weights_.size()) * sizeof(double) + offsets_.size() * sizeof(std::int64_t);
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
