#include "wpga/study/statistics/sampling.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "wpga/analysis/analysis_unit.hpp"
#include "wpga/analysis/fit/certificates.hpp"
#include "wpga/analysis/fit/scoring.hpp"
#include "wpga/barycenters/mean.hpp"
#include "wpga/parallel/progress.hpp"
#include "wpga/study/bootstrap.hpp"
#include "wpga/study/project.hpp"
#include "wpga/study/statistics/permutation.hpp"
#include "wpga/study/statistics/refit.hpp"
#include "wpga/study/weightless.hpp"

namespace wpga {

namespace {

constexpr Index splits = 4;
constexpr std::uint64_t stream_of_sample = 17, stream_of_splits = 18;

// Distances to the mean where no curve is there to place measures on.
Analysis mean_of_all(Analysis analysis, const MeasureFamily& family, const Execution& execution) {
  Mean mean{.measure = analysis.mean};
  const DistanceBounds bounds = measure_distances(mean, family, execution);
  analysis.squared_distances = mean.squared_distances;
  analysis.variance = mean.variance;
  analysis.variance_lower_bound = bounds.variance_lower_bound;
  analysis.scored_by = bounds.method;
  analysis.shortfalls.unconverged_transports += mean.unconverged_transports;
  analysis.shortfalls.contradictions += mean.contradictions;
  return analysis;
}

void tell_shares(Analysis& analysis, const MeasureFamily& family) {
  const double variance = analysis.variance;
  double before = 0;
  for (std::size_t k = 0; k < analysis.components.size(); ++k) {
    Component& component = analysis.components[k];
    component.mean_squared_distance = weighted_mean(family, component.squared_distances);
    component.explained = explained_share(component.mean_squared_distance, variance);
    component.explained_interval =
        share_interval(weighted_mean(family, component.lower_bounds), component.mean_squared_distance,
                       analysis.variance_lower_bound.value_or(variance), variance);
    component.cumulative = explained_share(
        weighted_mean(family, analysis.joint_squared_distances.col(static_cast<Index>(k))), variance);
    component.increment = component.cumulative - before;
    before = component.cumulative;
  }
}

struct HalfShares {
  Vector alone, together;  // K
};

// A fit that found fewer components explains nothing more with those it lacks.
HalfShares shares_on(const Analysis& found, const MeasureFamily& judges, Index count,
                     const TransportOptions& transport, StatisticShortfalls& shortfalls,
                     const Execution& execution) {
  HalfShares shares{Vector::Zero(count), Vector::Zero(count)};
  if (found.components.empty()) return shares;
  ProjectionOptions times;
  times.time_tolerance = 1e-3;
  const AnalysisProjections placed = project_on(found, judges, for_scores(transport), times, execution);
  shortfalls += placed.shortfalls();
  const HeldOutShares told = held_out_shares(placed, judges);
  const Index there = told.held_out_explained.size();
  for (Index k = 0; k < count; ++k) {
    if (k < there) shares.alone[k] = told.held_out_explained[k];
    shares.together[k] = told.held_out_cumulative[std::min(k, there - 1)];
  }
  return shares;
}

// Half the root mean square of the differences of two halves.
Vector standard_error(const Matrix& halves) {
  Vector sum = Vector::Zero(halves.cols());
  for (Index split = 0; split < splits; ++split)
    sum += (halves.row(2 * split) - halves.row(2 * split + 1)).transpose().cwiseAbs2();
  return (sum / static_cast<double>(splits)).cwiseSqrt() / 2;
}

}  // namespace

LearningSample drawn_sample(const MeasureFamily& family, Index count, std::uint64_t seed) {
  const std::vector<Index> counted = counted_measures(family).counted;
  assert(std::ssize(counted) > count);
  Random random(seed, stream_of_sample);
  const std::vector<Index> order = shuffled(std::ssize(counted), random);
  const Index judges = std::min(count, std::ssize(counted) - count);
  LearningSample sample;
  for (Index place = 0; place < count + judges; ++place)
    (place < count ? sample.learned : sample.judges)
        .push_back(counted[static_cast<std::size_t>(order[static_cast<std::size_t>(place)])]);
  std::ranges::sort(sample.learned);
  std::ranges::sort(sample.judges);
  return sample;
}

Analysis told_of_all(Analysis analysis, const MeasureFamily& family, const TransportOptions& transport,
                     const ProjectionOptions& times, const Execution& execution) {
  analysis.ceiling.reset();
  if (analysis.components.empty()) return mean_of_all(std::move(analysis), family, execution);
  AnalysisProjections placed = project_on(analysis, family, for_scores(transport), times, execution);
  analysis.squared_distances = std::move(placed.squared_distances_to_mean);
  analysis.variance = weighted_mean(family, analysis.squared_distances);
  // Of exact plans that converged, lower and upper bound are one number.
  analysis.variance_lower_bound = analysis.variance;
  if (analysis.scored_by != TransportMethod::exact || placed.mean_shortfalls.any()) {
    Mean mean{.measure = analysis.mean};
    analysis.variance_lower_bound = measure_distances(mean, family, execution).variance_lower_bound;
  }
  analysis.shortfalls += placed.mean_shortfalls;
  analysis.joint_shortfalls = {.unconverged_transports = placed.joint.not_converged};
  analysis.joint_times = std::move(placed.joint.times);
  analysis.joint_squared_distances = std::move(placed.joint.squared_distances);
  for (std::size_t k = 0; k < analysis.components.size(); ++k) {
    Component& component = analysis.components[k];
    Projections& single = placed.single[k];
    component.shortfalls += placed.shortfalls(k);
    component.times = std::move(single.times);
    component.scores = std::move(placed.scores[k]);
    component.squared_distances = std::move(single.squared_distances);
    component.lower_bounds = std::move(single.lower_bounds);
    component.certificates.time_gap =
        analysis.variance > 0
            ? time_gap(component.squared_distances, component.lower_bounds, analysis.variance)
            : placed.time_gaps[k];
  }
  tell_shares(analysis, family);
  return analysis;
}

Sampling sampling_error(const FittedFamily& fitted, const MeasureFamily& family, const LearningSample& sample,
                        std::uint64_t seed, const Execution& execution) {
  if (const double unit = length_unit(fitted.family, fitted.analysis.mean.points); unit != 1)
    return in_length_unit(unit, fitted, [&](const FittedFamily& scaled) {
      return sampling_error(scaled, in_unit(family, unit), sample, seed, execution);
    });
  const Index learned = std::ssize(sample.learned);
  Sampling found{.learned_from = learned, .sampled = Vector::Zero(family.count())};
  for (const Index i : sample.learned) found.sampled[i] = 1;
  found.judges = std::ssize(sample.judges);
  const auto count = static_cast<Index>(fitted.analysis.components.size());
  if (count == 0) return found;
  const MeasureFamily judges = subset(family, sample.judges);
  found.half_explained.resize(2 * splits, count);
  found.half_cumulative.resize(2 * splits, count);
  const InsidePart inside(execution);
  Refit refit(fitted, inside.execution());
  for (Index split = 0; split < splits; ++split) {
    check_stop(execution);
    tell_part(execution, "halves of the sample", split + 1, splits);
    Random random(seed, stream_of_splits + static_cast<std::uint64_t>(split));
    const std::vector<Index> order = shuffled(learned, random);
    std::array<std::vector<Index>, 2> halves;
    for (std::size_t place = 0; place < order.size(); ++place) halves[place % 2].push_back(order[place]);
    for (std::size_t half = 0; half < 2; ++half) {
      std::ranges::sort(halves[half]);
      const HalfShares shares = shares_on(refit(halves[half]), judges, count, fitted.options.transport,
                                          found.shortfalls, inside.execution());
      const Index row = 2 * split + static_cast<Index>(half);
      found.half_explained.row(row) = shares.alone.transpose();
      found.half_cumulative.row(row) = shares.together.transpose();
    }
  }
  tell_part(execution, {});
  found.shortfalls += refit.shortfalls();
  found.explained_error = standard_error(found.half_explained);
  found.cumulative_error = standard_error(found.half_cumulative);
  return found;
}

}  // namespace wpga
