#include "wpga/analysis/fit/scoring.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "wpga/analysis/fit/certificates.hpp"
#include "wpga/parallel/shared_for.hpp"
#include "wpga/transport/dual_bound.hpp"

namespace wpga {

namespace {

struct ScoringWorkspace {
  FamilyCouplings::Worker worker;
  Matrix map;
};

// What one plan from the mean tells of a measure.
struct PlanFromMean {
  TransportValue value;
  double moved = 0;      // ‖T − id‖²
  double magnitude = 0;  // of the squares whose difference the cost is
};

std::vector<PlanFromMean> plans_from(const Measure& mean, FamilyCouplings& couplings,
                                     const Execution& execution) {
  const Index count = couplings.family().count();
  const Matrix points = couplings.centered(mean.points).points;
  std::vector<PlanFromMean> plans(static_cast<std::size_t>(count));
  Task task(execution, "distances to the mean", own_share(execution, count).size());
  shared_for(
      execution, count, [&] { return ScoringWorkspace{couplings.worker(), points}; },
      [&](ScoringWorkspace& workspace, std::int64_t i) {
        Coupling& coupling = couplings.attach(workspace.worker, i);
        PlanFromMean& plan = plans[static_cast<std::size_t>(i)];
        plan.value = coupling.solve(points);
        couplings.rest(workspace.worker, i);
        coupling.barycentric_map(workspace.map);
        plan.moved = squared_norm(mean.weights, workspace.map - points);
        plan.magnitude = squared_norm(mean.weights, points) +
                         squared_norm(couplings.family()[i].weights, workspace.worker.target);
        task.advance();
      },
      [&](Parcel& parcel, std::int64_t i) { parcel(plans[static_cast<std::size_t>(i)]); });
  return plans;
}

}  // namespace

ScoreCouplings::ScoreCouplings(FamilyCouplings& fitting, const TransportOptions& transport)
    : fitting_(fitting) {
  if (fitting.method() == TransportMethod::exact) return;
  exact_.emplace(fitting.family(), for_scores(transport), fitting.weights());
  if (exact_->method() != TransportMethod::exact) exact_.reset();
}

FamilyCouplings& ScoreCouplings::get() {
  if (!exact_) return fitting_;
  exact_->restart(fitting_.weights());
  return *exact_;
}

bool explains_enough(Analysis& analysis, const ComponentGoal& goal, FamilyCouplings& couplings,
                     const Execution& execution) {
  if (!goal.share || analysis.components.empty()) return false;
  score_jointly(analysis, couplings, execution);
  return goal.reached(analysis.components.back().cumulative);
}

bool points_backward(const GeneralizedGeodesic& curve, const Vector& weights) {
  const Matrix direction = curve.direction();
  Index row = 0, column = 0;
  (direction.array().rowwise() * weights.cwiseSqrt().transpose().array()).abs().maxCoeff(&row, &column);
  return direction(row, column) < 0;
}

void score_mean(Analysis& analysis, FamilyCouplings& couplings, const Execution& execution) {
  const MeasureFamily& family = couplings.family();
  const std::vector<PlanFromMean> plans = plans_from(analysis.mean, couplings, execution);
  analysis.squared_distances.resize(family.count());
  Vector lower(family.count()), moved(family.count());
  Index stopped_early = 0;
  for (Index i = 0; i < family.count(); ++i) {
    const PlanFromMean& plan = plans[static_cast<std::size_t>(i)];
    const bool converged = plan.value.convergence.converged();
    analysis.squared_distances[i] = plan.value.primal;
    // Of an exact plan that converged, lower and upper bound are one number.
    const bool exact = converged && couplings.method() == TransportMethod::exact;
    const double proven = without_rounding(plan.value.dual, plan.value.primal, plan.magnitude,
                                           analysis.shortfalls.contradictions);
    lower[i] = exact ? plan.value.primal : proven;
    moved[i] = plan.moved;
    stopped_early += converged ? 0 : 1;
  }
  Index& unconverged = analysis.shortfalls.unconverged_transports;
  unconverged = std::max(unconverged, stopped_early);
  analysis.variance = weighted_mean(family, analysis.squared_distances);
  analysis.variance_lower_bound = weighted_mean(family, lower);
  analysis.scored_by = couplings.method();
  analysis.ceiling.reset();
  // Where mass is free, its plans bound no more than the part that moves.
  const bool all_moves = std::isinf(couplings.largest_cost());
  if (all_moves && couplings.method() == TransportMethod::exact && analysis.variance > 0 &&
      stopped_early == 0)
    analysis.ceiling = std::min(1.0, weighted_mean(family, moved) / analysis.variance);
}

std::array<double, 2> share_interval(double lower, double upper, double variance_lower_bound,
                                     double variance) {
  const auto share = [](double left, double of) {
    if (left <= 0 && of <= 0) return 0.0;
    return of > 0 ? 1 - left / of : -std::numeric_limits<double>::infinity();
  };
  return {share(upper, variance_lower_bound), share(lower, variance)};
}

void score(Component& component, const ScoreSetting& setting, FamilyCouplings& couplings,
           const Execution& execution) {
  const Projections found = project(setting.mean, component.curve.atoms(), couplings, setting.variance,
                                    component.times, setting.times, execution);
  component.times = found.times;
  component.squared_distances = found.squared_distances;
  component.lower_bounds = found.lower_bounds;
  if (!setting.whole) trim_to(component.times, component.curve.atoms());
  if (points_backward(component.curve.atoms(), setting.mean.weights))
    reverse(component.times, component.curve.atoms());
  component.scores = scores(setting.mean.weights, component.curve.atoms(), component.times);
  component.mean_squared_distance = weighted_mean(couplings.family(), component.squared_distances);
  component.explained = 1 - component.mean_squared_distance / setting.variance;
  component.explained_interval = share_interval(
      weighted_mean(couplings.family(), component.lower_bounds), component.mean_squared_distance,
      setting.variance_lower_bound.value_or(setting.variance), setting.variance);
  component.shortfalls.unconverged_transports += found.not_converged;
  component.shortfalls.contradictions += found.contradictions;
  component.certificates = certify_curve(setting.mean, component.curve.atoms(), setting.earlier,
                                         setting.orthogonality, setting.box);
  // Rounding apart no gap is negative.
  for (const double gap : {component.certificates.map_gap.backward, component.certificates.map_gap.forward,
                           component.certificates.geodesic_gap})
    component.shortfalls.contradictions += gap < 0 ? 1 : 0;
  component.certificates.time_gap =
      time_gap(component.squared_distances, component.lower_bounds, setting.variance);
}

void score_jointly(Analysis& analysis, FamilyCouplings& couplings, const Execution& execution,
                   const Matrix& hints) {
  std::vector<GeneralizedGeodesic> curves;
  std::vector<Projections> single;
  for (const Component& component : analysis.components) {
    curves.push_back(component.curve.atoms());
    single.push_back({component.times, component.squared_distances, component.lower_bounds});
  }
  const JointProjections joint =
      project_jointly(analysis.mean, analysis.squared_distances, curves, single, couplings, execution, hints);
  analysis.joint_times = joint.times;
  analysis.joint_squared_distances = joint.squared_distances;
  analysis.joint_shortfalls = {.unconverged_transports = joint.not_converged};
  double before = 0;
  for (std::size_t c = 0; c < analysis.components.size(); ++c) {
    Component& component = analysis.components[c];
    const Vector left = joint.squared_distances.col(static_cast<Index>(c));
    component.cumulative = 1 - weighted_mean(couplings.family(), left) / analysis.variance;
    component.increment = component.cumulative - before;
    before = component.cumulative;
  }
}

}  // namespace wpga
