#include "wpga/analysis/scoring.hpp"

#include "wpga/analysis/certificates.hpp"

namespace wpga {

namespace {

void trim(Component& component) {
  const double first = component.times.minCoeff(), last = component.times.maxCoeff();
  if (!(last > first)) return;
  component.curve = trimmed(component.curve, first, last);
  component.times = ((component.times.array() - first) / (last - first)).cwiseMax(0.0).cwiseMin(1.0);
}

void fix_sign(Component& component, const Vector& weights) {
  const Matrix direction = component.curve.direction();
  Index row = 0, column = 0;
  (direction.array().rowwise() * weights.cwiseSqrt().transpose().array()).abs().maxCoeff(&row, &column);
  if (direction(row, column) >= 0) return;
  component.curve = reversed(component.curve);
  component.times = 1 - component.times.array();
}

}  // namespace

void score(Component& component, const ScoreSetting& setting, FamilyCouplings& couplings,
           const Execution& execution) {
  const Projections found = project(setting.mean, component.curve, couplings, setting.variance,
                                    component.times, setting.times, execution);
  component.times = found.times;
  component.squared_distances = found.squared_distances;
  component.lower_bounds = found.lower_bounds;
  if (!setting.whole) trim(component);
  fix_sign(component, setting.mean.weights);
  component.scores = scores(setting.mean.weights, component.curve, component.times);
  component.mean_squared_distance = weighted_mean(couplings.family(), component.squared_distances);
  component.explained = 1 - component.mean_squared_distance / setting.variance;
  component.certificates =
      certify_curve(setting.mean, component.curve, setting.earlier, setting.orthogonality, setting.box);
  component.certificates.time_gap =
      time_gap(component.squared_distances, component.lower_bounds, setting.variance);
}

void score_jointly(Analysis& analysis, FamilyCouplings& couplings, const Execution& execution) {
  std::vector<GeneralizedGeodesic> curves;
  std::vector<Projections> single;
  for (const Component& component : analysis.components) {
    curves.push_back(component.curve);
    single.push_back({component.times, component.squared_distances, component.lower_bounds, 0});
  }
  const JointProjections joint =
      project_jointly(analysis.mean, analysis.squared_distances, curves, single, couplings, execution);
  analysis.joint_times = joint.times;
  analysis.joint_squared_distances = joint.squared_distances;
  for (std::size_t c = 0; c < analysis.components.size(); ++c)
    analysis.components[c].cumulative =
        1 - weighted_mean(couplings.family(), joint.squared_distances.col(static_cast<Index>(c))) /
                analysis.variance;
}

}  // namespace wpga
