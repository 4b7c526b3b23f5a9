#include "wpga/study/statistics/refit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "wpga/analysis/fit/curve_start.hpp"
#include "wpga/analysis/fit/joint_majoriser.hpp"
#include "wpga/analysis/fit/tangent_maps.hpp"
#include "wpga/study/project.hpp"

namespace wpga {

namespace {

// Coarser than a fit, far finer than what other measures change.
constexpr double refit_tolerance = 1e-3, refit_mean_tolerance = 1e-3;
constexpr int refit_passes = 40, refit_mean_passes = 40, placing_passes = 4;  // a few are enough for most
// From the axes, later passes together change shares by less than 0.1 %.
constexpr int passes_for_shares = 3;

bool moves_atoms_alone(const FitOptions& options, bool mean_stays) {
  return mean_stays ||
         (options.mean.method == MeanMethod::free && options.mean.free.weights == MeanWeights::uniform);
}

bool goes_on(const FitOptions& options, bool mean_stays) {
  return options.method == Method::geodesics && can_go_on(options.geodesics) &&
         moves_atoms_alone(options, mean_stays);
}

// Joint times where there are any, those of each curve alone else; a component that is left out at its
// middle.
Matrix times_to_begin(const Analysis& analysis, std::span<const Index> chosen) {
  const auto count = static_cast<Index>(analysis.components.size());
  Matrix times(std::ssize(chosen), count);
  for (Index k = 0; k < count; ++k) {
    const Component& component = analysis.components[static_cast<std::size_t>(k)];
    const double middle = time_nearest_mean(analysis.mean, component.curve);
    for (Index row = 0; row < times.rows(); ++row) {
      const Index i = chosen[static_cast<std::size_t>(row)];
      const double joint = analysis.joint_times.size() > 0 ? analysis.joint_times(i, k) : component.times[i];
      times(row, k) = std::isnan(joint) ? middle : joint;
    }
  }
  return times;
}

}  // namespace

std::vector<GeneralizedGeodesic> moving_curves(const Analysis& analysis) {
  std::vector<GeneralizedGeodesic> curves;
  for (const Component& component : analysis.components)
    if (!component.curve.changes_weights()) curves.push_back(component.curve.atoms());
  return curves;
}

Analysis leading_axes(const MeasureFamily& family, const Measure& mean, const TransportOptions& transport,
                      Index count, const Execution& execution) {
  return in_suitable_unit(
      family, mean, transport,
      [&](const MeasureFamily& measures, const Measure& center, const TransportOptions& in_unit) {
        FamilyCouplings couplings(measures, in_unit, center.weights);
        const TangentMaps maps = tangent_maps(couplings.centered(center.points), couplings, execution);
        Analysis found{.mean = center, .variance = maps.variance};
        found.shortfalls.unconverged_transports = maps.not_converged;
        const TangentDirections axes = leading_directions(maps, {}, count);
        for (std::size_t k = 0; k < axes.fields.size(); ++k) {
          if (!more_than_rounding(axes.variances[static_cast<Index>(k)], center)) break;
          const CurveAtStart line = line_along(axes.fields[k], inner_products(maps, axes.fields[k]));
          Component& component = found.components.emplace_back();
          component.curve = line.curve;
          component.times = line.times;
        }
        return found;
      });
}

Refit::Refit(const FittedFamily& fitted, const Execution& execution, RefitFor purpose)
    : fitted_(fitted), execution_(execution), purpose_(purpose) {
  const FitOptions& options = fitted.options;
  warm_ = goes_on(options, fitted.mean_stays);
  if (!warm_) return;
  const Measure& mean = fitted.analysis.mean;
  couplings_ = std::make_unique<FamilyCouplings>(fitted.family, options.transport, mean.weights);
  shortfalls_.unconverged_transports +=
      tangent_maps(couplings_->centered(mean.points), *couplings_, execution).not_converged;
}

bool Refit::begins_on_axes(const FitOptions& options, bool mean_stays) {
  return goes_on(options, mean_stays) && options.geodesics.fit == FitOrder::together;
}

bool Refit::keeps_atoms(const FittedFamily& fitted) {
  const Method method = fitted.options.method;
  const bool on_the_mean =
      method == Method::geodesics || method == Method::tangent || method == Method::template_deformation;
  return method == Method::gaussian || (on_the_mean && moves_atoms_alone(fitted.options, fitted.mean_stays));
}

MeasureFamily Refit::part(std::span<const Index> chosen, const Vector& weights) const {
  MeasureFamily measures = subset(fitted_.family, chosen);
  if (weights.size() > 0) measures.set_measure_weights(weights);
  return measures;
}

std::vector<RestingCoupling> Refit::resting(std::span<const Index> chosen) const {
  return couplings_->resting(chosen, execution_);
}

Analysis Refit::operator()(std::span<const Index> chosen, const Vector& weights) {
  const MeasureFamily measures = part(chosen, weights);
  if (!warm_) return found_anew(measures);
  ++shortfalls_.fits;
  FamilyCouplings couplings(measures, fitted_.options.transport, fitted_.analysis.mean.weights);
  couplings.set_resting(resting(chosen));
  Analysis found{.mean = fitted_.analysis.mean, .variance = fitted_.analysis.variance};
  bool settled = true;
  if (!fitted_.mean_stays) {
    MeanNear mean = mean_near(found.mean, couplings, refit_mean_tolerance, refit_mean_passes, execution_);
    shortfalls_.unconverged_transports += mean.unconverged_transports;
    settled = mean.settled;
    found.mean = std::move(mean.measure);
  }
  WarmCurves warm{moving_curves(fitted_.analysis), times_to_begin(fitted_.analysis, chosen),
                  fitted_.analysis.variance};
  const Index most = std::min<Index>(std::ssize(warm.curves), measures.count() - 1);
  warm.curves.resize(static_cast<std::size_t>(most));
  warm.times.conservativeResize(Eigen::NoChange, most);
  GeodesicOptions options = fitted_.options.geodesics;
  options.tolerance = std::max(options.tolerance, refit_tolerance);
  options.iterations = std::min(options.iterations, refit_passes);
  const bool few_passes =
      purpose_ == RefitFor::shares && begins_on_axes(fitted_.options, fitted_.mean_stays) && most > 1;
  if (few_passes) {
    warm.passes_alone = 1;
    options.iterations = std::min(options.iterations, passes_for_shares);
  }
  if (most > 0) move_downhill(found.mean, warm, couplings, fitted_.options.transport, options, execution_);
  shortfalls_ += warm.shortfalls;
  shortfalls_.unsettled_fits += settled && (warm.settled || few_passes) ? 0 : 1;
  for (Index k = 0; k < std::ssize(warm.curves); ++k) {
    Component component;
    GeneralizedGeodesic curve = warm.curves[static_cast<std::size_t>(k)];
    component.times = warm.times.col(k);
    trim_to(component.times, curve);
    component.curve = std::move(curve);
    found.components.push_back(std::move(component));
  }
  return found;
}

Analysis Refit::found_anew(const MeasureFamily& measures) {
  FitOptions options = fitted_.options;
  Mean mean{.measure = fitted_.analysis.mean};
  if (!fitted_.mean_stays)
    mean = find_mean_again(measures, mean.measure, options.mean, options.transport, execution_);
  const auto wanted = static_cast<Index>(fitted_.analysis.components.size());
  const Index possible = std::min(wanted, measures.count() - 1);
  options.components = static_cast<double>(possible);
  Analysis found{.mean = mean.measure, .variance = fitted_.analysis.variance};
  if (possible > 0) found = analyse(measures, mean.measure, options, execution_);
  shortfalls_ += shortfalls_of_fit(mean, found);
  return found;
}

Matrix Refit::scores_on(const Analysis& found) {
  if (!warm_) {
    const AnalysisProjections placed =
        project_on(found, fitted_.family, for_scores(fitted_.options.transport), {}, execution_);
    shortfalls_ += placed.shortfalls();
    return placed.joint_scores;
  }
  std::vector<Index> all(static_cast<std::size_t>(fitted_.family.count()));
  std::iota(all.begin(), all.end(), Index{0});
  // Prolonged at both ends, so that measures beyond those of the draw are not held back.
  Analysis prolonged{.mean = found.mean};
  std::vector<GeneralizedGeodesic> curves;
  for (const GeneralizedGeodesic& curve : moving_curves(found)) {
    curves.push_back(trimmed(curve, -0.5, 1.5));
    prolonged.components.emplace_back().curve = curves.back();
  }
  Matrix times = times_to_begin(fitted_.analysis, all).leftCols(std::ssize(curves));
  times = (times.array() + 0.5) / 2;
  FamilyCouplings couplings(fitted_.family, fitted_.options.transport, found.mean.weights);
  couplings.set_resting(couplings_->resting());
  for (int pass = 0; pass < placing_passes; ++pass)
    shortfalls_.unconverged_transports +=
        majorise_jointly(couplings.centered(found.mean.points), curves, times, couplings, execution_)
            .not_converged;
  return joint_scores(prolonged, times);
}

TangentMaps Refit::maps_from(const Measure& mean, std::span<const Index> chosen) {
  const MeasureFamily measures = part(chosen, {});
  FamilyCouplings couplings(measures, fitted_.options.transport, mean.weights);
  if (warm_) couplings.set_resting(resting(chosen));
  TangentMaps maps = whole_tangent_maps(couplings.centered(mean.points), couplings, execution_);
  shortfalls_.unconverged_transports += maps.not_converged;
  return maps;
}

}  // namespace wpga
