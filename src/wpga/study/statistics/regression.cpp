#include "wpga/study/statistics/regression.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "wpga/analysis/analysis_unit.hpp"
#include "wpga/analysis/fit/certificates.hpp"
#include "wpga/analysis/fit/curve_start.hpp"
#include "wpga/analysis/fit/curve_step.hpp"
#include "wpga/analysis/fit/scoring.hpp"
#include "wpga/analysis/fit/tangent_maps.hpp"
#include "wpga/base/error.hpp"
#include "wpga/parallel/stop.hpp"
#include "wpga/study/statistics/covariates.hpp"
#include "wpga/study/statistics/permutation.hpp"

namespace wpga {

namespace {

std::vector<Index> rising_order(const Vector& values) {
  std::vector<Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, [&](Index a, Index b) { return values[a] < values[b]; });
  return order;
}

// Ranks from 0 on, ties at their average.
Vector ranks_of(const Vector& values) {
  const std::vector<Index> order = rising_order(values);
  Vector ranks(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    while (last + 1 < order.size() && values[order[last + 1]] == values[order[first]]) ++last;
    for (std::size_t place = first; place <= last; ++place)
      ranks[order[place]] = static_cast<double>(first + last) / 2;
    first = last + 1;
  }
  return ranks;
}

Vector spread_over_unit(const Vector& numbers) {
  const Vector values = in_binary_unit(numbers);
  const double low = values.minCoeff(), high = values.maxCoeff();
  return (values.array() - low) / (high - low);
}

Matrix gram_of(const TangentMaps& maps) { return centered_gram(maps.coordinates.cast<double>()); }

class RegressionDescent {
 public:
  RegressionDescent(const MeasureFamily& family, const Measure& mean, const Vector& covariate,
                    const TransportOptions& transport, const GeodesicOptions& curves,
                    const RegressionOptions& options, const Execution& execution)
      : mean_(mean),
        covariate_(covariate),
        options_(options),
        curves_(curves),
        execution_(execution),
        couplings_(family, transport, mean.weights),
        scores_(couplings_, transport),
        centered_mean_(couplings_.centered(mean.points)),
        maps_(whole_tangent_maps(centered_mean_, couplings_, execution)),
        setting_{mean_, box_for(curves.box, family, mean), {}, 0, curves_},
        step_(make_curve_step(mean_, curves_)) {
    setting_.execution = execution;
  }

  RegressionFit run() {
    RegressionFit found;
    found.analysis.mean = mean_;
    score_mean(found.analysis, scores_.get(), execution_);
    found.regression.covariate = covariate_;
    test(found.regression);
    if (!(found.analysis.variance > 0)) {
      found.analysis.termination = Termination::no_variance_left;
      return found;
    }
    Component component = descend();
    measure(component, found.analysis);
    found.regression.r_squared = component.explained;
    tell_times(component.times, found.regression);
    found.analysis.joint_times = component.times;
    found.analysis.joint_squared_distances = component.squared_distances;
    found.analysis.components.push_back(std::move(component));
    return found;
  }

 private:
  struct Pass {
    MajoriserPass sums;
    Vector nearest_times;  // for the plans of the pass
    Vector lower_bounds;
  };

  // Plans at the times as they are.
  Pass pass(const GeneralizedGeodesic& curve, const Vector& times, FamilyCouplings& couplings) const {
    const Vector& weights = mean_.weights;
    const Matrix direction = curve.direction();
    const double squared_speed = squared_norm(weights, direction);
    Pass found{{}, times, Vector(times.size())};
    const auto choose = [&](PlanWorkspace& workspace, Index i) -> PlanChoice {
      Coupling& coupling = couplings.attach(workspace.worker, i);
      workspace.points = centered_mean_.points - curve.backward + times[i] * direction;
      const TransportValue value = coupling.solve(workspace.points);
      couplings.rest(workspace.worker, i);
      coupling.barycentric_map(workspace.map);
      workspace.points -= workspace.map;
      const double slope = inner_product(weights, workspace.points, direction);
      if (squared_speed > 0) found.nearest_times[i] = std::clamp(times[i] - slope / squared_speed, 0.0, 1.0);
      found.lower_bounds[i] = value.dual;
      return {Vector::Constant(1, times[i]), value.primal,
              value.primal - squared_norm(weights, workspace.points), value.convergence.converged() ? 0 : 1};
    };
    found.sums =
        sum_plans(centered_mean_, 1, couplings, choose, "regression", execution_,
                  [&](Parcel& parcel, Index i) { parcel(found.nearest_times[i], found.lower_bounds[i]); });
    return found;
  }

  GeneralizedGeodesic first_curve(const Vector& times) {
    const QuadraticModel model = tangent_majoriser(maps_, times, mean_.weights);
    // The free minimum of the majoriser: its normal equations, two by two.
    const Matrix& metric = model.metric;
    const double determinant = metric(0, 0) * metric(1, 1) - metric(0, 1) * metric(1, 0);
    const Fields wanted = {(metric(1, 1) * model.linear[0] - metric(0, 1) * model.linear[1]) / determinant,
                           (metric(0, 0) * model.linear[1] - metric(1, 0) * model.linear[0]) / determinant};
    return curve_between(step_->step(model, step_->start(wanted, setting_), setting_));
  }

  Component descend() {
    Component component;
    component.times = spread_over_unit(options_.time == TimeRule::linear ? covariate_ : ranks_of(covariate_));
    component.curve = first_curve(component.times);
    component.convergence.termination = Termination::iteration_limit;
    double last = std::numeric_limits<double>::infinity();
    Curve lowest = component.curve;
    Vector lowest_times = component.times;
    while (true) {
      Pass now = pass(component.curve.atoms(), component.times, couplings_);
      if (options_.time == TimeRule::monotone) {
        // With the plans as they are the best times that never fall are the monotone ones nearest to the
        // best.
        component.times = nearest_monotone(covariate_, now.nearest_times, maps_.measure_weights);
        now = pass(component.curve.atoms(), component.times, couplings_);
      }
      component.shortfalls.unconverged_transports += now.sums.not_converged;
      ++component.convergence.iterations;
      const double objective = now.sums.objective;
      component.convergence.residual = std::isfinite(last) && last > 0 ? (last - objective) / last : 1;
      if (objective > last) {  // rounding, or entropic plans
        component.curve = lowest;
        component.times = lowest_times;
        component.convergence.termination = Termination::converged;
        break;
      }
      component.objective.push_back(objective);
      lowest = component.curve;
      lowest_times = component.times;
      last = objective;
      if (component.convergence.residual <= options_.tolerance || !(objective > 0)) {
        component.convergence.termination = Termination::converged;
        break;
      }
      if (component.convergence.iterations >= options_.iterations) break;
      component.curve =
          curve_between(step_->step(now.sums.model, ends_of(component.curve.atoms()), setting_));
    }
    component.shortfalls.unfinished_cone_steps += step_->unfinished;
    return component;
  }

  void measure(Component& component, const Analysis& analysis) {
    const Pass last = pass(component.curve.atoms(), component.times, scores_.get());
    component.squared_distances = last.sums.squared_distances;
    component.lower_bounds = last.lower_bounds.cwiseMin(component.squared_distances).cwiseMax(0);
    component.mean_squared_distance = last.sums.objective;
    component.explained = 1 - last.sums.objective / analysis.variance;
    component.cumulative = component.increment = component.explained;
    component.certificates =
        certify_curve(mean_, component.curve.atoms(), {}, Orthogonality::each, setting_.box);
    component.certificates.time_gap =
        time_gap(component.squared_distances, component.lower_bounds, analysis.variance);
    component.explained_interval =
        share_interval(maps_.measure_weights.dot(component.lower_bounds), component.mean_squared_distance,
                       analysis.variance_lower_bound.value_or(analysis.variance), analysis.variance);
    component.scores = scores(mean_.weights, component.curve.atoms(), component.times);
  }

  void tell_times(const Vector& times, Regression& regression) const {
    const std::vector<Index> order = rising_order(covariate_);
    std::vector<double> knots, knot_times;
    for (const Index i : order) {
      if (!knots.empty() && knots.back() == covariate_[i]) continue;
      knots.push_back(covariate_[i]);
      knot_times.push_back(times[i]);
    }
    if (options_.time == TimeRule::linear) {
      knots = {knots.front(), knots.back()};
      knot_times = {0, 1};
    }
    regression.knots = VectorView(knots.data(), static_cast<Index>(knots.size()));
    regression.knot_times = VectorView(knot_times.data(), static_cast<Index>(knot_times.size()));
  }

  // Any statistic gives an exact test: that of linear regression of the maps costs no transport.
  void test(Regression& regression) const {
    const StopScope heard(execution_.stop);
    const Matrix gram = gram_of(maps_);
    const Vector numbers = options_.time == TimeRule::linear ? covariate_ : ranks_of(covariate_);
    regression.r_squared_p =
        permutation_p(numbers.size(), options_.permutations, options_.seed,
                      [&](const std::vector<Index>& order) { return linear_share(gram, numbers(order)); });
  }

  const Measure& mean_;
  const Vector& covariate_;
  const RegressionOptions& options_;
  GeodesicOptions curves_;
  const Execution& execution_;
  FamilyCouplings couplings_;
  ScoreCouplings scores_;
  CenteredPoints centered_mean_;
  TangentMaps maps_;
  StepSetting setting_;
  std::unique_ptr<CurveStep> step_;
};

}  // namespace

double time_for(const Regression& regression, double value) {
  const Vector& knots = regression.knots;
  if (knots.size() == 0) return 0.5;
  const double* const above = std::upper_bound(knots.data(), knots.data() + knots.size(), value);
  if (above == knots.data()) return regression.knot_times[0];
  const auto k = static_cast<Index>(above - knots.data());
  if (k == knots.size()) return regression.knot_times[k - 1];
  const double share = (value - knots[k - 1]) / (knots[k] - knots[k - 1]);
  return (1 - share) * regression.knot_times[k - 1] + share * regression.knot_times[k];
}

Vector nearest_monotone(const Vector& covariate, const Vector& values, const Vector& weights) {
  struct Block {
    double value, weight;
    std::vector<Index> members;
  };
  const auto joined = [](Block before, const Block& next) {
    const double total = before.weight + next.weight;
    before.value = total > 0 ? (before.value * before.weight + next.value * next.weight) / total
                             : (before.value + next.value) / 2;
    before.weight = total;
    before.members.insert(before.members.end(), next.members.begin(), next.members.end());
    return before;
  };
  // Ties are one value before violators are pooled: a block is never compared with a part of one.
  std::vector<Block> tied;
  for (const Index i : rising_order(covariate)) {
    Block next{values[i], weights[i], {i}};
    if (!tied.empty() && covariate[tied.back().members.front()] == covariate[i])
      tied.back() = joined(std::move(tied.back()), next);
    else
      tied.push_back(std::move(next));
  }
  std::vector<Block> blocks;
  for (Block& next : tied) {
    while (!blocks.empty() && blocks.back().value > next.value) {
      next = joined(std::move(blocks.back()), next);
      blocks.pop_back();
    }
    blocks.push_back(std::move(next));
  }
  Vector monotone(values.size());
  for (const Block& block : blocks)
    for (const Index i : block.members) monotone[i] = block.value;
  return monotone;
}

RegressionFit geodesic_regression(const MeasureFamily& family, const Measure& mean, const Vector& covariate,
                                  const TransportOptions& transport, const GeodesicOptions& curves,
                                  const RegressionOptions& options, const Execution& execution) {
  validate(options);
  validate(transport);
  require(family.count() >= 3, "a regression needs three measures or more");
  require(covariate.size() == family.count() && covariate.allFinite(),
          "a regression needs a number for every measure");
  require(covariate.maxCoeff() > covariate.minCoeff(), "the covariate is the same for all measures");
  RegressionFit found;
  found.analysis = in_suitable_unit(
      family, mean, transport,
      [&](const MeasureFamily& measures, const Measure& center, const TransportOptions& plans) {
        RegressionFit here =
            RegressionDescent(measures, center, covariate, plans, curves, options, execution).run();
        found.regression = std::move(here.regression);
        return std::move(here.analysis);
      });
  return found;
}

}  // namespace wpga
