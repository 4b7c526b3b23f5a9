#include "wpga/neighbours/histograms/weight_analysis.hpp"

#include <chrono>

#include "wpga/analysis/fit/certificates.hpp"
#include "wpga/analysis/fit/scoring.hpp"
#include "wpga/barycenters/mean.hpp"
#include "wpga/neighbours/histograms/common_histograms.hpp"
#include "wpga/neighbours/histograms/weight_projection.hpp"

namespace wpga {

Vector scores(const WeightCurve& curve, const MeasureFamily& family) {
  const double size = length(curve), middle = nearest_time(curve, curve.center);
  Vector all(family.count());
  for (Index i = 0; i < family.count(); ++i)
    all[i] = (nearest_time(curve, histogram_on(curve.points, family[i])) - middle) * size;
  return all;
}

Analysis measured_analysis(std::span<const FoundCurve> found, const MeasureFamily& family,
                           const Measure& mean, const TransportOptions& transport,
                           const ProjectionOptions& times, const Execution& execution) {
  Mean center{.measure = mean};
  const DistanceBounds bounds = measure_distances(center, family, execution);
  Analysis analysis{.mean = mean, .squared_distances = center.squared_distances, .variance = center.variance};
  analysis.variance_lower_bound = bounds.variance_lower_bound;
  analysis.shortfalls.unconverged_transports = center.unconverged_transports;
  analysis.shortfalls.contradictions = center.contradictions;
  analysis.scored_by = bounds.method;
  const auto share = [&](const Vector& distances) {
    return center.variance > 0 ? 1 - weighted_mean(family, distances) / center.variance : 0;
  };
  if (found.empty()) return analysis;
  std::vector<WeightCurve> curves;
  for (const FoundCurve& each : found) curves.push_back(each.curve);
  const auto began = std::chrono::steady_clock::now();
  WeightProjections projected =
      project(curves, family, for_scores(transport), center.variance, times, execution);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  for (std::size_t c = 0; c < found.size(); ++c) {
    const FoundCurve& each = found[c];
    const Projections& here = projected.single[c];
    Component component{.curve = each.curve,
                        .times = here.times,
                        .scores = scores(each.curve, family),
                        .squared_distances = here.squared_distances,
                        .lower_bounds = here.lower_bounds,
                        .objective = each.objective,
                        .mean_squared_distance = weighted_mean(family, here.squared_distances),
                        .explained = share(here.squared_distances),
                        .convergence = each.convergence};
    component.certificates.time_gap = time_gap(here.squared_distances, here.lower_bounds, center.variance);
    component.explained_interval =
        share_interval(weighted_mean(family, here.lower_bounds), component.mean_squared_distance,
                       bounds.variance_lower_bound, center.variance);
    component.shortfalls.unconverged_transports = here.not_converged;
    component.shortfalls.contradictions = here.contradictions;
    component.cumulative = share(projected.joint.squared_distances.col(static_cast<Index>(c)));
    component.increment = component.cumulative - (c > 0 ? analysis.components.back().cumulative : 0);
    component.seconds = each.seconds + seconds / static_cast<double>(found.size());
    analysis.components.push_back(std::move(component));
  }
  analysis.joint_shortfalls.unconverged_transports = projected.joint.not_converged;
  analysis.joint_times = std::move(projected.joint.times);
  analysis.joint_squared_distances = std::move(projected.joint.squared_distances);
  return analysis;
}

}  // namespace wpga
