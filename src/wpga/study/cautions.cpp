#include "wpga/study/cautions.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

namespace wpga {

namespace {

bool at_first_end(double time) { return time <= 1e-12; }
bool at_last_end(double time) { return time >= 1 - 1e-12; }

// Those of the measures that count.
Matrix counted_rows(const Matrix& rows, const Vector& measure_weights) {
  std::vector<Index> counted;
  for (Index i = 0; i < rows.rows(); ++i)
    if (measure_weights.size() == 0 || measure_weights[i] > 0) counted.push_back(i);
  return rows(counted, Eigen::all);
}

std::vector<Index> left_out_counts(const Matrix& joint_times, std::size_t components) {
  std::vector<Index> counts(components, 0);
  for (Index k = 0; k < joint_times.cols(); ++k)
    counts[static_cast<std::size_t>(k)] = joint_times.col(k).array().isNaN().count();
  return counts;
}

double spread(const MeasureView& measure) {
  return (measure.points.colwise() - mean_of(measure)).colwise().squaredNorm() * measure.weights;
}

}  // namespace

bool few_measures(Index measures, std::size_t components) {
  return components > 0 && measures < 10 * static_cast<Index>(components + 1);
}

bool is_clipped(double time) { return at_first_end(time) || at_last_end(time); }

bool is_left_out(double joint_time) { return std::isnan(joint_time); }

TimeCounts time_counts(const Analysis& analysis, const Vector& measure_weights) {
  TimeCounts counts{.left_out = left_out_counts(counted_rows(analysis.joint_times, measure_weights),
                                                analysis.components.size())};
  for (const Component& component : analysis.components) {
    const Matrix times = counted_rows(component.times, measure_weights);
    const Index first = std::ranges::count_if(times.reshaped(), at_first_end),
                last = std::ranges::count_if(times.reshaped(), at_last_end);
    counts.clipped.push_back(std::max<Index>(0, first - 1) + std::max<Index>(0, last - 1));
  }
  return counts;
}

TimeCounts time_counts(const AnalysisProjections& projections) {
  TimeCounts counts{.left_out = left_out_counts(projections.joint.times, projections.single.size())};
  for (const Projections& single : projections.single)
    counts.clipped.push_back(std::ranges::count_if(single.times, is_clipped));
  return counts;
}

FarOutside far_outside(const Vector& squared_distances, const Analysis& model) {
  const double largest = model.squared_distances.size() > 0 ? model.squared_distances.maxCoeff() : 0;
  // Where the measures of the model do not differ at all, rounding is no distance.
  const double limit = far_factor * far_factor * largest + 1e-9 * spread(model.mean.view());
  return {.far = (squared_distances.array() > limit).count(),
          .measures = squared_distances.size(),
          .farthest = std::sqrt(std::max(0.0, squared_distances.maxCoeff())),
          .training = std::sqrt(largest)};
}

Index fitted_to(const Model& model, const std::vector<std::string>& names, const Vector& squared_distances) {
  constexpr double nearly = 1e-6;
  const Analysis& analysis = model.analysis;
  std::multimap<std::string_view, double> known;
  for (Index i = 0; i < std::min(std::ssize(model.names), analysis.squared_distances.size()); ++i)
    known.emplace(model.names[static_cast<std::size_t>(i)], analysis.squared_distances[i]);
  Index count = 0;
  for (Index i = 0; i < std::ssize(names); ++i) {
    const auto [first, last] = known.equal_range(names[static_cast<std::size_t>(i)]);
    count += std::any_of(first, last, [&](const auto& one) {
      return std::abs(one.second - squared_distances[i]) <= nearly * analysis.variance;
    });
  }
  return count;
}

Vector least_squared_distances(const MeasureFamily& family, const Measure& mean) {
  const Vector center = mean_of(mean.view());
  const double radius = std::sqrt(spread(mean.view()));
  Vector least(family.count());
  for (Index i = 0; i < family.count(); ++i) {
    const double difference = std::sqrt(spread(family[i])) - radius;
    least[i] = (mean_of(family[i]) - center).squaredNorm() + difference * difference;
  }
  return least;
}

}  // namespace wpga
