#include "wpga/analysis/fit/descent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "wpga/analysis/cone/collinearity.hpp"
#include "wpga/analysis/fit/majoriser.hpp"
#include "wpga/analysis/fit/start_search.hpp"
#include "wpga/measures/evenly_chosen.hpp"
#include "wpga/parallel/progress.hpp"

namespace wpga {

namespace {

constexpr double rounding = 1e-12;
constexpr int trial_iterations = 3;
constexpr double clearly_lower = 1e-3;  // less does not last to the end of a descent
constexpr Index most_judges = 256;      // measures that compare two starts

}  // namespace

CurveStart Descent::start_kind(const FitState& state) const {
  return state.restart == 0 ? setting_.options.start : CurveStart::random;
}

CurveAtStart Descent::start(const FitState& state) const {
  const auto stream = static_cast<std::uint64_t>(1000 * setting_.earlier.size() + state.restart);
  return start_curve(maps_, setting_.earlier, start_kind(state), Random(setting_.options.seed, stream));
}

// Majorise, minimise, again: docs/principal_geodesics.md.
Component Descent::run(FitState& state, const std::function<void()>& between_iterations) {
  if (state.curve.size() == 0) begin(state);
  while (true) {
    between_iterations();
    const MajoriserPass pass = majorise(centered_mean_, state.curve, state.times, couplings_, execution_);
    state.shortfalls.unconverged_transports += pass.not_converged;
    if (const auto end = judge(penalised(pass.objective, state.curve), state)) return ended(*end, state);
    state.curve = curve_between(step_.step(pass.model, ends_of(state.curve), setting_));
    state.blocked = step_.blocked();
  }
}

double Descent::penalised(double squared_distances, const GeneralizedGeodesic& curve) const {
  return squared_distances + setting_.penalty * collinearity_penalty(setting_.mean.weights, curve);
}

// Records the objective of the curve at work, or returns to the last curve where it is higher.
std::optional<Convergence> Descent::judge(double objective, FitState& state) const {
  const GeodesicOptions& options = setting_.options;
  const double last =
      state.objective.empty() ? std::numeric_limits<double>::infinity() : state.objective.back();
  const double negligible = no_variance * maps_.variance;
  const double scale = std::max(last, negligible);  // where nothing is left, rounding may double it
  const double fall = std::isfinite(last) && scale > 0 ? (last - objective) / scale : 1;
  const int iteration = static_cast<int>(state.objective.size()) + 1;
  tell_iteration(execution_, {iteration, objective, fall, options.tolerance, options.iterations});
  const auto end = [&](Termination termination) { return Convergence{iteration, termination, fall}; };
  if (objective > last) {  // rounding, or entropic plans, which aim at another objective
    state.curve = state.lowest;
    state.times = state.lowest_times;
    const bool settled = -fall <= options.tolerance + rounding && (!state.blocked || last <= negligible);
    return end(settled ? Termination::converged : Termination::no_progress);
  }
  state.lowest = state.curve;
  state.lowest_times = state.times;
  state.objective.push_back(objective);
  if (fall <= options.tolerance || !(objective > 0))
    return end(state.blocked && objective > negligible ? Termination::no_progress : Termination::converged);
  if (iteration >= options.iterations) return end(Termination::iteration_limit);
  return std::nullopt;
}

Component Descent::ended(const Convergence& convergence, const FitState& state) const {
  Component component;
  component.convergence = convergence;
  component.curve = state.curve;
  component.times = state.times;
  component.objective = state.objective;
  return component;
}

void Descent::begin(FitState& state) {
  state.objective.clear();
  state.blocked = false;
  const CurveStart kind = start_kind(state);
  // Later components that are refined jointly leave a poor start soon: no search for them.
  const bool search = !rough || setting_.earlier.empty();
  if (kind == CurveStart::automatic && search && lines_leave_something())
    begin_at_lower_of_search_and_tangent(state);
  else if (kind == CurveStart::farthest || kind == CurveStart::random)
    begin_at(start(state).curve, state);
  if (state.curve.size() == 0 || !(length(setting_.mean.weights, state.curve) > 0))
    begin_along_tangent(state);
}

// The search looks at a few of the measures, roughly: more of them, all where there are not many, judge
// between its curve and the line of tangent PCA, after some iterations from each.  Only what leads to the
// chosen one is counted as stopped early.
void Descent::begin_at_lower_of_search_and_tangent(FitState& state) {
  const std::vector<Index> judges = evenly_chosen(maps_.measure_weights, most_judges);
  const bool all = std::ssize(judges) == couplings_.family().count();
  const MeasureFamily some = all ? MeasureFamily() : subset(couplings_.family(), judges);
  std::optional<FamilyCouplings> apart;
  if (!all) {
    TransportOptions alike = transport_;
    alike.transport = couplings_.method();
    apart.emplace(some, alike, couplings_.weights()).set_resting(couplings_.resting(judges, execution_));
  }
  FamilyCouplings& judging = all ? couplings_ : *apart;
  begin_at(search_start(couplings_.family(), maps_, transport_, setting_, execution_), state);
  const double value = objective_after_trial(state, judges, judging);
  const GeneralizedGeodesic searched = state.curve;
  const Vector times = state.times;
  const Shortfalls shortfalls = std::exchange(state.shortfalls, {});
  const Index unfinished = std::exchange(step_.unfinished, 0);
  begin_along_tangent(state);
  if (objective_after_trial(state, judges, judging) <= (1 + clearly_lower) * value) return;
  state.curve = searched;
  state.times = times;
  state.shortfalls = shortfalls;
  step_.unfinished = unfinished;
}

double Descent::objective_after_trial(FitState& state, const std::vector<Index>& judges,
                                      FamilyCouplings& judging) {
  const CenteredPoints mean = judging.centered(setting_.mean.points);
  Vector times = state.times(judges);
  double objective = 0;
  for (int iteration = 0; iteration < trial_iterations; ++iteration) {
    const MajoriserPass pass = majorise(mean, state.curve, times, judging, execution_);
    state.shortfalls.unconverged_transports += pass.not_converged;
    objective = penalised(pass.objective, state.curve);
    if (iteration + 1 < trial_iterations)
      state.curve = curve_between(step_.step(pass.model, ends_of(state.curve), setting_));
  }
  state.times = times.size() == state.times.size() ? times : times_along(maps_, state.curve);
  return objective;
}

// Beyond this share of the variance the leading line is the answer.
bool Descent::lines_leave_something() const {
  const TangentDirections leading = leading_directions(maps_, setting_.earlier, 1);
  return maps_.variance - leading.variances[0] > 1e-6 * maps_.variance;
}

void Descent::begin_at(const GeneralizedGeodesic& wanted, FitState& state) {
  state.curve = curve_between(step_.nearest(ends_of(wanted), setting_));
  state.times = times_along(maps_, state.curve);
}

// Plans at the mean are plans for a curve near it: the first majoriser needs no transport problem.
void Descent::begin_along_tangent(FitState& state) {
  const CurveAtStart wanted = start(state);
  state.times = wanted.times;
  const Fields first = step_.start(ends_of(wanted.curve), setting_);
  const QuadraticModel model = tangent_majoriser(maps_, wanted.times, setting_.mean.weights);
  state.curve = curve_between(step_.step(model, first, setting_));
}

}  // namespace wpga
