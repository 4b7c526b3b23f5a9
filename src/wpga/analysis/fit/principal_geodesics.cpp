#include "wpga/analysis/fit/principal_geodesics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "wpga/analysis/analysis_unit.hpp"
#include "wpga/analysis/cone/collinearity.hpp"
#include "wpga/analysis/fit/component_goal.hpp"
#include "wpga/analysis/fit/curve_start.hpp"
#include "wpga/analysis/fit/curve_step.hpp"
#include "wpga/analysis/fit/descent.hpp"
#include "wpga/analysis/fit/fit_together.hpp"
#include "wpga/analysis/fit/geodesic_step.hpp"
#include "wpga/analysis/fit/joint_fit.hpp"
#include "wpga/analysis/fit/majoriser.hpp"
#include "wpga/analysis/fit/paper_algorithm.hpp"
#include "wpga/analysis/fit/saver.hpp"
#include "wpga/analysis/fit/scoring.hpp"
#include "wpga/analysis/fit/strict_finish.hpp"
#include "wpga/analysis/fit/tangent_maps.hpp"
#include "wpga/base/error.hpp"
#include "wpga/parallel/progress.hpp"

namespace wpga {

namespace {

double default_collinearity(FitAlgorithm algorithm) { return algorithm == FitAlgorithm::paper ? 1 : 0; }

class Fit {
 public:
  Fit(const MeasureFamily& family, const Measure& mean, const TransportOptions& transport,
      const GeodesicOptions& options, const Execution& execution, const Checkpoints& checkpoints)
      : mean_(mean),
        transport_(transport),
        wanted_(options),
        goal_(component_goal(options.components, family.count())),
        options_(one_by_one(options, goal_)),
        execution_(execution),
        couplings_(family, transport, mean.weights),
        centered_mean_(couplings_.centered(mean.points)),
        maps_(tangent_maps(centered_mean_, couplings_, execution)),
        scores_(couplings_, transport),
        setting_{mean_, box_for(options.box, family, mean), {}, 0, options_},
        step_(make_curve_step(mean_, options_)),
        descent_(centered_mean_, maps_, couplings_, transport, setting_, *step_, execution),
        saver_(checkpoints) {
    descent_.rough = is_rough();
    setting_.execution = execution;
    analysis_.mean = mean;
    analysis_.shortfalls.unconverged_transports = maps_.not_converged;
    score_mean(analysis_, scores_.get(), execution);
    if (goal_.components > 1 && couplings_.method() == TransportMethod::exact)
      at_mean_ = couplings_.resting();
    maps_.squared_distances = analysis_.squared_distances;
    maps_.variance = analysis_.variance;
    if (maps_.variance > 0)
      setting_.penalty =
          options.collinearity.value_or(default_collinearity(options.algorithm)) / maps_.variance;
    if (checkpoints.resume) resume(*checkpoints.resume);
  }

  Analysis run() {
    try {
      find_all();
    } catch (const Interrupted&) {
      saver_.save();
      throw;
    }
    return std::move(analysis_);
  }

 private:
  void find_all() {
    const bool moving_together = !state_.joint.curves.empty();  // a fit that goes on
    while (!moving_together && static_cast<Index>(analysis_.components.size()) < goal_.components &&
           !explained_enough()) {
      if (!variance_left() || !find_component()) {
        analysis_.termination = Termination::no_variance_left;
        break;
      }
    }
    if (fits_together())
      fit_together();
    else if (is_rough() && !analysis_.components.empty())
      fit_finely();
    finish();
  }

  static constexpr double most_leaning = 1e-3;  // on an earlier direction, of what should be orthogonal

  // Where plans are unique the objective rises in every direction that is orthogonal to all maps, so there
  // are no more components than maps have directions; and of these some must be left off the earlier ones.
  bool variance_left() const {
    const auto counts = [&](double variance) {
      return variance > no_variance * maps_.variance && more_than_rounding(variance, mean_);
    };
    const auto found = static_cast<Index>(analysis_.components.size());
    const Vector all = leading_directions(maps_, {}, found + 1).variances;
    if (all.size() <= found || !counts(all[found])) return false;
    const Vector next = leading_directions(maps_, setting_.earlier, 1).variances;
    return next.size() > 0 && counts(next[0]);
  }

  // Curves that explain nothing, or repeat an earlier one, are no components.  Entropic plans aim at another
  // objective, so that theirs may explain less than nothing; and only the cone is projected on together with
  // orthogonality.
  bool is_component(const Component& found) const {
    const bool projected_apart =
        options_.algorithm == FitAlgorithm::paper || options_.projection == MapProjection::barycentric;
    const bool entropic =
        options_.algorithm == FitAlgorithm::paper || couplings_.method() == TransportMethod::entropic;
    const double explained = entropic ? std::abs(found.explained) : found.explained;
    return explained > no_variance && (projected_apart || found.certificates.orthogonality <= most_leaning);
  }

  bool explained_enough() { return explains_enough(analysis_, goal_, scores_.get(), execution_); }

  // False if there is none.
  bool find_component() {
    const auto began = std::chrono::steady_clock::now();
    // All together take about as long as twice each by itself.
    const double later =
        may_fit_together(wanted_) && goal_.components > 1 ? 2.0 * static_cast<double>(goal_.components) : 0;
    tell_part(execution_, "component", std::ssize(analysis_.components) + 1, goal_.components, later);
    for (int restart = state_.restart; restart < options_.restarts; ++restart) {
      state_.restart = restart;
      if (state_.curve.size() == 0) rest_at_mean();
      saver_.offer([&] { return saved(); });
      Component found = next_curve();
      found.shortfalls += state_.shortfalls;
      found.shortfalls.unfinished_cone_steps += step_->unfinished;
      state_.shortfalls = {};
      step_->unfinished = 0;
      if (is_rough())
        measure_roughly(found);
      else
        finish_last_or_other(found, restart);
      if (state_.best.curve.empty() || better(found, state_.best)) state_.best = std::move(found);
      state_.curve = state_.lowest = {};
    }
    if (!is_component(state_.best)) return false;
    setting_.earlier.push_back(state_.best.curve.atoms().direction());
    analysis_.components.push_back(std::move(state_.best));
    analysis_.components.back().seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    state_.best = {};
    state_.restart = 0;
    return true;
  }

  // The certified times of the last one are all that is left to do, and no iteration.
  void finish_last_or_other(Component& found, int restart) {
    const bool last =
        std::ssize(analysis_.components) + 1 == goal_.components && restart + 1 == options_.restarts;
    if (last) tell_part(execution_, "times on component");
    finish_component(found);
  }

  // Of two restarts: a curve that cannot be a component never wins.
  bool better(const Component& one, const Component& other) const {
    const bool enters = is_component(one);
    return enters != is_component(other) ? enters : penalised(one) < penalised(other);
  }

  // What --restarts compares: the objective at the certified times.
  double penalised(const Component& component) const {
    return component.mean_squared_distance +
           setting_.penalty * collinearity_penalty(mean_.weights, component.curve.atoms());
  }

  Component next_curve() {
    if (options_.algorithm == FitAlgorithm::paper) return by_paper();
    if (options_.curve == CurveKind::translation) return by_translation();
    return descent_.run(state_, [&] { saver_.offer([&] { return saved(); }); });
  }

  Component by_translation() {
    Component component;
    const CurveAtStart found =
        translation_curve(couplings_.family(), mean_, static_cast<Index>(analysis_.components.size()));
    component.curve = found.curve;
    component.times = found.times;
    return component;
  }

  // The paper's plans are entropic; what they lead to is measured as everything else is.
  Component by_paper() {
    const auto search = transport_.transport == TransportMethod::exact
                            ? coupled_search(couplings_)
                            : entropic_search(couplings_, centered_mean_, transport_.sinkhorn);
    return paper_component(centered_mean_, descent_.start(state_).curve, couplings_, *search, setting_,
                           execution_);
  }

  // What decides whether a curve is a component, and which of two starts is better: at the times at hand.
  void measure_roughly(Component& component) const {
    trim_to(component.times, component.curve.atoms());
    component.mean_squared_distance =
        component.objective.back() -
        setting_.penalty * collinearity_penalty(mean_.weights, component.curve.atoms());
    component.explained = 1 - component.mean_squared_distance / maps_.variance;
    component.certificates.orthogonality =
        orthogonality_gap(mean_.weights, component.curve.atoms(), setting_.earlier, options_.orthogonality);
  }

  void finish_component(Component& component, bool whole = false) {
    if (options_.finish == Finish::strict) finish_strictly(component);
    measure(component, whole);
    if (options_.curve == CurveKind::geodesic) {
      if (misses_map_tolerance(component.certificates)) {
        component.curve = curve_between(step_->nearest(ends_of(component.curve.atoms()), setting_));
        measure(component, true);
      }
      const double size = length(mean_.weights, component.curve.atoms());
      if (size > 0)
        component.interval = optimal_interval(mean_, component.curve.atoms().direction() / size, 100 * size,
                                              options_.map_tolerance);
    }
  }

  void measure(Component& component, bool whole) {
    score(component,
          {mean_, maps_.variance, setting_.earlier, options_.orthogonality, setting_.box, options_.times,
           whole, analysis_.variance_lower_bound},
          scores_.get(), execution_);
  }

  // Gaps are relative to lengths, so that cutting a curve to the times in use may raise them.
  bool misses_map_tolerance(const Certificates& found) const {
    return std::max(found.map_gap.largest(), found.geodesic_gap) > options_.map_tolerance;
  }

  // docs/optimal_map.md
  void finish_strictly(Component& component) {
    const auto pass = [&] {
      MajoriserPass found =
          majorise(centered_mean_, component.curve.atoms(), component.times, couplings_, execution_);
      component.shortfalls.unconverged_transports += found.not_converged;
      return found;
    };
    const MajoriserPass before = pass();
    component.curve = curve_between(shortened_to_optimal(ends_of(component.curve.atoms()), setting_));
    component.finish = {before.objective, pass().objective};
  }

  bool fits_together() const { return may_fit_together(wanted_) && analysis_.components.size() > 1; }

  bool is_rough() const { return options_.tolerance > wanted_.tolerance; }

  // There was but one component after all.
  void fit_finely() {
    saver_.stop();  // going on from before this gives the same bits
    options_.tolerance = wanted_.tolerance;
    const Component rough = std::move(analysis_.components.back());
    analysis_.components.pop_back();
    setting_.earlier.clear();
    state_.curve = rough.curve.atoms();
    state_.times = rough.times;
    state_.objective.clear();
    Component found = next_curve();
    found.shortfalls += state_.shortfalls;
    found.shortfalls.unfinished_cone_steps += std::exchange(step_->unfinished, 0);
    found.shortfalls += rough.shortfalls;
    found.seconds = rough.seconds;
    finish_component(found);
    analysis_.components.push_back(std::move(found));
  }

  // For the time that is left: sweeps take as long as what comes after them, certified times on each curve
  // and then on all, which take about as long as those on one.
  static constexpr double as_long_as_together = 1;
  static constexpr double joint_times_as_component = 1;

  void fit_together() {
    // id + u is optimal for u = Σ_c u_c if every id + K u_c is.
    if (options_.joint_maps == JointMaps::all)
      setting_.stretch = static_cast<double>(analysis_.components.size());
    StepSetting setting{mean_, setting_.box, {}, setting_.penalty, wanted_};
    setting.stretch = setting_.stretch;
    JointFit joint(centered_mean_, couplings_, setting, maps_.variance, execution_);
    if (state_.joint.curves.empty())
      begin_together(joint);
    else
      joint.resume(state_.joint);
    tell_part(execution_, "components together", 1, 1, as_long_as_together);
    Together together;
    together.convergence = joint.run([&] {
      saver_.offer([&] {
        FitState state = saved();
        state.joint = joint.saved();
        return state;
      });
    });
    const JointState& found = joint.result();
    together.objective = found.objective;
    joint_times_ = found.times;
    setting_.earlier.clear();
    measure_each(found.curves);
    analysis_.components.back().shortfalls += found.shortfalls;
    analysis_.together = std::move(together);
  }

  void begin_together(JointFit& joint) {
    std::vector<GeneralizedGeodesic> curves;
    Matrix times(maps_.squared_distances.size(), std::ssize(analysis_.components));
    for (Index c = 0; c < times.cols(); ++c) {
      const Component& component = analysis_.components[static_cast<std::size_t>(c)];
      times.col(c) = component.times;
      curves.push_back({component.curve.atoms().backward / setting_.stretch,
                        component.curve.atoms().forward / setting_.stretch});
    }
    joint.begin(std::move(curves), std::move(times));
  }

  // Warm start of later curves: their points are nearer to the mean than to points of another curve.
  void rest_at_mean() {
    if (!at_mean_.empty()) couplings_.set_resting(at_mean_);
  }

  // The first curve alone starts warm from the plans on all curves together, which are restored at the end.
  void measure_each(const std::vector<GeneralizedGeodesic>& curves) {
    std::vector<RestingCoupling> together = couplings_.resting();
    for (std::size_t c = 0; c < curves.size(); ++c) {
      tell_part(execution_, "times on component", static_cast<Index>(c) + 1, std::ssize(curves),
                joint_times_as_component);
      if (c > 0) rest_at_mean();
      replace(c, curves[c]);
    }
    couplings_.set_resting(std::move(together));
  }

  // Component c with another curve, cut to the joint times in use and measured anew.
  void replace(std::size_t c, GeneralizedGeodesic curve) {
    Component& component = analysis_.components[c];
    auto times = joint_times_.col(static_cast<Index>(c));
    trim_to(times, curve);
    if (points_backward(curve, mean_.weights)) reverse(times, curve);
    component.curve = std::move(curve);
    component.times = times;
    finish_component(component, true);
    setting_.earlier.push_back(component.curve.atoms().direction());
  }

  void measure_joint_maps(Together& together) const {
    std::vector<GeneralizedGeodesic> curves;
    for (const Component& component : analysis_.components) curves.push_back(component.curve.atoms());
    const JointMapGap found = joint_map_gap(mean_, curves, analysis_.joint_times, execution_);
    together.map_gap = found.gap;
    together.map_gap_measures = found.looked_at;
  }

  void finish() {
    const auto count = static_cast<Index>(analysis_.components.size());
    if (count == 0) return;
    score_jointly(analysis_, scores_.get(), execution_, joint_times_);
    if (analysis_.together) measure_joint_maps(*analysis_.together);
    const Vector variances = leading_directions(maps_, {}, count).variances;
    analysis_.tangent_explained = Vector::Zero(count);
    analysis_.tangent_explained.head(variances.size()) = variances / maps_.variance;
  }

  FitState saved() const {
    FitState state = state_;
    state.analysis = analysis_;
    step_->save(state.step);
    std::vector<Index> all(static_cast<std::size_t>(couplings_.family().count()));
    std::iota(all.begin(), all.end(), Index{0});
    state.measures = couplings_.resting(all, execution_);
    state.shortfalls.unfinished_cone_steps = step_->unfinished;
    return state;
  }

  // What a file cannot know: whether it belongs to this family, mean and options.
  void require_fitting(const FitState& state) const {
    const auto measures = static_cast<std::size_t>(couplings_.family().count());
    const bool fits = state.measures.size() == measures && state.restart >= 0 &&
                      state.restart < options_.restarts &&
                      std::cmp_less_equal(state.analysis.components.size(), goal_.components);
    require(fits, "the saved state is not one of a fit of these measures with these options");
  }

  void resume(const FitState& state) {
    require_fitting(state);
    state_ = state;
    analysis_ = state.analysis;
    analysis_.mean = mean_;  // a file keeps it in the data's unit of length, all else in that of the fit
    for (const Component& component : analysis_.components)
      setting_.earlier.push_back(component.curve.atoms().direction());
    step_->resume(state.step);
    step_->unfinished = std::exchange(state_.shortfalls.unfinished_cone_steps, 0);
    couplings_.set_resting(state.measures);
  }

  const Measure& mean_;
  const TransportOptions& transport_;
  const GeodesicOptions& wanted_;
  ComponentGoal goal_;
  GeodesicOptions options_;  // those of components one by one
  const Execution& execution_;
  FamilyCouplings couplings_;
  CenteredPoints centered_mean_;
  TangentMaps maps_;
  ScoreCouplings scores_;
  StepSetting setting_;
  std::unique_ptr<CurveStep> step_;
  Descent descent_;
  Saver saver_;
  Analysis analysis_;
  FitState state_;                        // of the component at work
  Matrix joint_times_;                    // N × K on components fitted together, or empty
  std::vector<RestingCoupling> at_mean_;  // where there may be several components and plans are exact
};

}  // namespace

Analysis principal_geodesics(const MeasureFamily& family, const Measure& mean,
                             const TransportOptions& transport, const GeodesicOptions& options,
                             const Execution& execution, const Checkpoints& checkpoints) {
  validate(options);
  validate(transport);
  require(options.finish == Finish::near || options.maps == MapRule::optimal,
          "`finish` strict makes maps optimal, which `maps` free does not ask for");
  require(options.joint_maps == JointMaps::each || keeps_joint_maps(options),
          "`joint-maps` all is for generalized curves fitted together, with optimal maps from the cone and "
          "without `collinearity`");
  require(family.count() > 0, "there are no measures to analyse");
  require(mean.dimension() == family.dimension(),
          fmt::format("the mean lives in {} dimensions, the measures in {}", mean.dimension(),
                      family.dimension()));
  return in_suitable_unit(
      family, mean, transport,
      [&](const MeasureFamily& measures, const Measure& center, const TransportOptions& plans) {
        return Fit(measures, center, plans, options, execution, checkpoints).run();
      });
}

}  // namespace wpga
