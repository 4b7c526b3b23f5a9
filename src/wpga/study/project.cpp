#include "wpga/study/project.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "wpga/analysis/analysis_unit.hpp"
#include "wpga/analysis/fit/certificates.hpp"
#include "wpga/barycenters/mean.hpp"
#include "wpga/base/error.hpp"
#include "wpga/measures/common_space.hpp"
#include "wpga/neighbours/histograms/weight_analysis.hpp"
#include "wpga/neighbours/histograms/weight_projection.hpp"
#include "wpga/study/alignment.hpp"
#include "wpga/study/bootstrap.hpp"
#include "wpga/study/projection_groups.hpp"

namespace wpga {

namespace {

bool of_weights(const Analysis& analysis) { return analysis.components.front().curve.changes_weights(); }

// Distances are those that the model was fitted with.
TransportOptions with_mass_of(const Model& model, TransportOptions transport) {
  const auto fitted = options_from<TransportOptions>(model.options);
  const bool asked = transport.mass == MassRule::free || transport.penalty;
  require(!asked || (transport.mass == fitted.mass && transport.penalty == fitted.penalty),
          "`mass` and `penalty` are those of the model; they cannot be others here");
  transport.mass = fitted.mass;
  transport.penalty = fitted.penalty;
  return transport;
}

// Gaps are relative to the variance of the model, or, where that is 0, to that of the measures placed.
double scale_of(const Analysis& analysis, double variance) {
  return analysis.variance > 0 ? analysis.variance : variance;
}

// Distances to the mean where they need plans of their own.
void measure_mean(const Analysis& analysis, const MeasureFamily& family, const Execution& execution,
                  AnalysisProjections& found) {
  Mean mean{.measure = analysis.mean};
  measure_distances(mean, family, execution);
  found.squared_distances_to_mean = mean.squared_distances;
  found.mean_shortfalls = {.unconverged_transports = mean.unconverged_transports,
                           .contradictions = mean.contradictions};
}

// Exact plans from the mean serve for the distances to it, and tell where on each curve to begin.
Matrix first_times(const Analysis& analysis, std::span<const GeneralizedGeodesic> curves,
                   FamilyCouplings& couplings, const Execution& execution, AnalysisProjections& found) {
  if (couplings.method() != TransportMethod::exact) {
    measure_mean(analysis, couplings.family(), execution, found);
    return {};
  }
  MeanPlans plans = plans_from_mean(analysis.mean, curves, couplings, execution);
  found.squared_distances_to_mean = std::move(plans.squared_distances);
  found.mean_shortfalls = {.unconverged_transports = plans.not_converged,
                           .contradictions = plans.contradictions};
  return std::move(plans.times);
}

void project_on_moving_atoms(const Analysis& analysis, FamilyCouplings& couplings,
                             const ProjectionOptions& options, const Execution& execution,
                             AnalysisProjections& found) {
  std::vector<GeneralizedGeodesic> curves;
  for (const Component& component : analysis.components) curves.push_back(component.curve.atoms());
  const Matrix hints = first_times(analysis, curves, couplings, execution, found);
  const double scale = scale_of(analysis, weighted_mean(couplings.family(), found.squared_distances_to_mean));
  // Warm starts: a point of a curve is nearer to the mean than to points of another curve, and a point on two
  // curves together to that on the first alone.
  const bool exact = couplings.method() == TransportMethod::exact;
  std::vector<RestingCoupling> at_mean, on_first;
  if (exact && curves.size() > 1) at_mean = couplings.resting();
  for (std::size_t c = 0; c < curves.size(); ++c) {
    const Vector hint = hints.size() > 0 ? Vector(hints.col(static_cast<Index>(c))) : Vector();
    if (exact && c == 1) on_first = couplings.resting();
    if (exact && c > 0) couplings.set_resting(at_mean);
    found.single.push_back(project(analysis.mean, curves[c], couplings, scale, hint, options, execution));
    found.scores.push_back(scores_at(analysis.mean, analysis.components[c].curve, found.single.back().times));
  }
  if (exact && curves.size() > 1) couplings.set_resting(std::move(on_first));
  found.joint = project_jointly(analysis.mean, found.squared_distances_to_mean, curves, found.single,
                                couplings, execution);
}

void project_on_weights(const Analysis& analysis, const MeasureFamily& family,
                        const TransportOptions& transport, const ProjectionOptions& options,
                        const Execution& execution, AnalysisProjections& found) {
  measure_mean(analysis, family, execution, found);
  const double scale = scale_of(analysis, weighted_mean(family, found.squared_distances_to_mean));
  std::vector<WeightCurve> curves;
  for (const Component& component : analysis.components) {
    curves.push_back(component.curve.weights());
    found.scores.push_back(scores(curves.back(), family));
  }
  WeightProjections projected = project(curves, family, transport, scale, options, execution);
  found.single = std::move(projected.single);
  found.joint = std::move(projected.joint);
}

void multiply_lengths(AnalysisProjections& found, double factor, bool weights) {
  const double square = factor * factor;
  found.squared_distances_to_mean *= square;
  for (Projections& single : found.single) {
    single.squared_distances *= square;
    single.lower_bounds *= square;
  }
  found.joint.squared_distances *= square;
  if (weights) return;
  for (Vector& scores : found.scores) scores *= factor;
  found.joint_scores *= factor;
}

// Measures of one group.  Coordinates are centred on the mean of the model, whatever the other measures are.
AnalysisProjections project_alike(const Analysis& analysis, const MeasureFamily& family,
                                  const TransportOptions& transport, const ProjectionOptions& options,
                                  const Execution& execution) {
  AnalysisProjections found;
  if (of_weights(analysis)) {
    project_on_weights(analysis, family, transport, options, execution, found);
  } else {
    FamilyCouplings couplings(family, transport, analysis.mean.weights, mean_of(analysis.mean.view()));
    project_on_moving_atoms(analysis, couplings, options, execution, found);
  }
  const double scale = scale_of(analysis, weighted_mean(family, found.squared_distances_to_mean));
  found.joint_scores = joint_scores(analysis, found.joint.times);
  for (const Projections& single : found.single)
    found.time_gaps.push_back(time_gap(single.squared_distances, single.lower_bounds, scale));
  return found;
}

AnalysisProjections project_in_unit(double unit, const Analysis& analysis, const MeasureFamily& family,
                                    const TransportOptions& transport, const ProjectionOptions& options,
                                    const Execution& execution) {
  if (unit == 1) return project_alike(analysis, family, transport, options, execution);
  Analysis scaled = analysis;
  multiply_lengths(scaled, 1 / unit);
  AnalysisProjections found =
      project_alike(scaled, in_unit(family, unit), in_unit(transport, unit), options, execution);
  multiply_lengths(found, unit, of_weights(analysis));
  return found;
}

}  // namespace

AnalysisProjections project_on(const Analysis& analysis, const MeasureFamily& family,
                               const TransportOptions& transport, const ProjectionOptions& options,
                               const Execution& execution) {
  assert(!analysis.components.empty());
  const std::vector<ProjectionGroup> groups = projection_groups(analysis, family, transport);
  if (groups.size() <= 1) {
    const double unit = groups.empty() ? 1 : groups.front().unit;
    return project_in_unit(unit, analysis, family, transport, options, execution);
  }
  std::vector<AnalysisProjections> parts;
  for (const ProjectionGroup& group : groups)
    parts.push_back(
        project_in_unit(group.unit, analysis, measures_of(group, family), transport, options, execution));
  return joined(groups, parts, family.count());
}

HeldOutShares held_out_shares(const AnalysisProjections& placed, const MeasureFamily& family) {
  const double variance = weighted_mean(family, placed.squared_distances_to_mean);
  const auto share = [&](const Vector& left) {
    return explained_share(weighted_mean(family, left), variance);
  };
  const auto count = static_cast<Index>(placed.single.size());
  HeldOutShares shares{Vector(count), Vector(count)};
  for (Index k = 0; k < count; ++k) {
    shares.held_out_explained[k] = share(placed.single[static_cast<std::size_t>(k)].squared_distances);
    shares.held_out_cumulative[k] = share(placed.joint.squared_distances.col(k));
  }
  return shares;
}

AnalysisProjections project(const Model& model, const MeasureFamily& family, const ProjectOptions& options,
                            const Execution& execution) {
  validate(options);
  require(!model.analysis.components.empty(), "this model has no components to project on");
  require_measures(family);
  MeasureFamily measures = family;
  enter_space(measures, model.space, model.analysis.mean.dimension());
  measures = aligned_to(measures, model.analysis.mean, alignment_of(model.options), execution,
                        aligned_spread(model.options));
  return project_on(model.analysis, measures, with_mass_of(model, options.transport), options.times,
                    execution);
}

Measure measure_at(const Model& model, std::span<const double> times) {
  const std::size_t count = model.analysis.components.size();
  require(times.size() == count,
          fmt::format("{} times were given for the {} components of the model", times.size(), count));
  if (count == 0) return model.analysis.mean;
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return measure_at(model.analysis, all, times);
}

Shortfalls AnalysisProjections::shortfalls(std::size_t component) const {
  return {.unconverged_transports = single[component].not_converged,
          .contradictions = single[component].contradictions};
}

Shortfalls AnalysisProjections::shortfalls() const {
  Shortfalls all = mean_shortfalls;
  all.unconverged_transports += joint.not_converged;
  for (std::size_t k = 0; k < single.size(); ++k) all += shortfalls(k);
  return all;
}

Matrix joint_scores(const Analysis& analysis, const Matrix& joint_times) {
  Matrix all(joint_times.rows(), joint_times.cols());
  for (Index k = 0; k < joint_times.cols(); ++k) {
    const Component& component = analysis.components[static_cast<std::size_t>(k)];
    all.col(k) = scores_at(analysis.mean, component.curve, joint_times.col(k));
  }
  return joint_times.array().isNaN().select(0.0, all);
}

// Scores are linear in the time, so those of both ends tell which time a score belongs to.
Matrix times_of_scores(const Analysis& analysis, const Matrix& scores) {
  const auto count = static_cast<Index>(analysis.components.size());
  require(scores.cols() == count, fmt::format("scores are an array (n, {}), one column a component", count));
  Matrix both(2, count);
  both << Matrix::Zero(1, count), Matrix::Ones(1, count);
  const Matrix ends = joint_scores(analysis, both);
  Matrix times(scores.rows(), count);
  for (Index i = 0; i < times.rows(); ++i)
    for (Index k = 0; k < count; ++k) {
      const double way = ends(1, k) - ends(0, k);
      require(std::isfinite(scores(i, k)), fmt::format("score {} of row {} is not finite", k + 1, i + 1));
      times(i, k) = way > 0 ? std::clamp((scores(i, k) - ends(0, k)) / way, 0.0, 1.0) : 0.5;
    }
  return times;
}

Measure measure_at(const Analysis& analysis, std::span<const std::size_t> components,
                   std::span<const double> times) {
  return measure_at(analysis.mean, curves_of(analysis, components), times);
}

std::vector<Curve> curves_of(const Analysis& analysis, std::span<const std::size_t> components) {
  std::vector<Curve> curves;
  for (const std::size_t k : components) curves.push_back(analysis.components[k].curve);
  return curves;
}

}  // namespace wpga
