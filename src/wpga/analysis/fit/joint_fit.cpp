#include "wpga/analysis/fit/joint_fit.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "wpga/analysis/cone/collinearity.hpp"
#include "wpga/analysis/cone/optimal_map.hpp"
#include "wpga/analysis/fit/joint_majoriser.hpp"
#include "wpga/parallel/parallel_for.hpp"
#include "wpga/parallel/progress.hpp"

namespace wpga {

namespace {

// A shift added to one curve and taken from another changes no distance: this penalty, relative to squared
// distances, keeps every curve near the mean, at the time where it was nearest to begin with.
constexpr double hold = 0.1;

constexpr double small = 1e-3;

// The majoriser with its sums carried on in the direction of their last change (Nesterov 1983), so that its
// minimum over the constraints is feasible whatever it is.
QuadraticModel carried_on(const QuadraticModel& model, const QuadraticModel& before, int age) {
  const double momentum = age / (age + 3.0);
  QuadraticModel next = model;
  next.metric += momentum * (model.metric - before.metric);
  for (std::size_t a = 0; a < next.linear.size(); ++a)
    next.linear[a] += momentum * (model.linear[a] - before.linear[a]);
  for (Index first = 0; first < next.metric.rows(); first += 2)  // those of the curves, one at a time
    if (Eigen::LLT<Matrix>(next.metric.block(first, first, 2, 2)).info() != Eigen::Success) return model;
  return next;
}

}  // namespace

JointFit::JointFit(const CenteredPoints& mean, FamilyCouplings& couplings, const StepSetting& setting,
                   double variance, const Execution& execution)
    : mean_(mean), couplings_(couplings), setting_(setting), variance_(variance), execution_(execution) {}

void JointFit::begin(std::vector<GeneralizedGeodesic> curves, Matrix times) {
  state_ = {.curves = std::move(curves), .times = std::move(times)};
  for (const GeneralizedGeodesic& curve : state_.curves)
    state_.middles.push_back(time_nearest_mean(setting_.mean.weights, curve));
  make_steps();
}

void JointFit::make_steps() {
  steps_.clear();
  for (std::size_t c = 0; c < state_.curves.size(); ++c)
    steps_.push_back(make_curve_step(setting_.mean, setting_.options));
}

JointState JointFit::saved() const {
  JointState state = state_;
  for (const auto& step : steps_) {
    step->save(state.steps.emplace_back());
    state.shortfalls.unfinished_cone_steps += step->unfinished;
  }
  return state;
}

void JointFit::resume(const JointState& state) {
  state_ = state;
  state_.model.weights = setting_.mean.weights;  // a file has those of the mean in the order that was given
  make_steps();
  for (std::size_t c = 0; c < steps_.size(); ++c) steps_[c]->resume(state.steps[c]);
  state_.steps.clear();
}

// Each end of a later curve is orthogonal to the direction V1 + V2 of an earlier one; seen from the earlier
// one, its direction is orthogonal to both ends of the later.  With `sum` only directions are, which needs no
// order.
StepSetting JointFit::setting_of(std::size_t curve) const {
  const bool each = setting_.options.orthogonality == Orthogonality::each &&
                    setting_.options.curve == CurveKind::generalized;
  StepSetting setting{setting_.mean, setting_.box, {}, setting_.penalty, setting_.options};
  setting.stretch = setting_.stretch;
  setting.execution = execution_;
  for (std::size_t other = 0; other < state_.curves.size(); ++other) {
    if (other == curve) continue;
    if (other < curve || !each) {
      setting.earlier.push_back(state_.curves[other].direction());
      continue;
    }
    setting.later.push_back(state_.curves[other].backward);
    setting.later.push_back(state_.curves[other].forward);
  }
  return setting;
}

double JointFit::penalty() const {
  const Vector& weights = setting_.mean.weights;
  double sum = 0;
  for (std::size_t c = 0; c < state_.curves.size(); ++c) {
    const GeneralizedGeodesic& curve = state_.curves[c];
    const double middle = state_.middles[c];
    sum += hold * squared_norm(weights, middle * curve.forward - (1 - middle) * curve.backward);
    if (setting_.penalty > 0) sum += setting_.penalty * collinearity_penalty(weights, curve);
  }
  return sum;
}

// Curve by curve the minimum of the joint majoriser, the others as they are.
void JointFit::sweep(const QuadraticModel& model) {
  Fields fields;
  state_.blocked = false;
  for (const GeneralizedGeodesic& curve : state_.curves)
    for (Matrix& end : ends_of(curve)) fields.push_back(std::move(end));
  for (std::size_t c = 0; c < state_.curves.size(); ++c) {
    QuadraticModel part = model_of_curve(model, fields, c);
    const Vector shares{{1 - state_.middles[c], state_.middles[c]}};
    part.metric += hold * shares * shares.transpose();
    Fields ends = steps_[c]->step(part, ends_of(state_.curves[c]), setting_of(c));
    state_.blocked = state_.blocked || steps_[c]->blocked();
    state_.curves[c] = curve_between(ends);
    for (std::size_t a = 0; a < 2; ++a) fields[2 * c + a] = std::move(ends[a]);
  }
}

Convergence JointFit::run(const std::function<void()>& between_sweeps) {
  const GeodesicOptions& options = setting_.options;
  const double tolerance = options.tolerance * static_cast<double>(state_.curves.size());
  Convergence convergence{.termination = Termination::iteration_limit};
  while (true) {
    between_sweeps();
    const MajoriserPass pass = majorise_jointly(mean_, state_.curves, state_.times, couplings_, execution_);
    state_.shortfalls.unconverged_transports += pass.not_converged;
    const double objective = pass.objective + penalty();
    const double last =
        state_.objective.empty() ? std::numeric_limits<double>::infinity() : state_.objective.back();
    // Of what components leave, or of a thousandth of what there is where they leave next to nothing.
    const double scale = std::max(last, small * variance_);
    convergence.residual = std::isfinite(last) && scale > 0 ? (last - objective) / scale : 1;
    convergence.iterations = static_cast<int>(state_.objective.size()) + 1;
    tell_iteration(execution_,
                   {convergence.iterations, objective, convergence.residual, tolerance, options.iterations});
    // Where next to nothing is left, rounding may block.
    const bool blocked = state_.blocked && scale > small * variance_;
    const bool rises = objective > last;
    if (rises) {
      state_.curves = state_.lowest_curves;
      state_.times = state_.lowest_times;
    }
    if (rises && state_.age == 0) {  // rounding, or entropic plans, which aim at another objective
      const bool settled = -convergence.residual <= tolerance + 1e-12 && !blocked;
      convergence.termination = settled ? Termination::converged : Termination::no_progress;
      break;
    }
    state_.objective.push_back(std::min(objective, last));
    if (convergence.iterations >= options.iterations && rises) break;
    if (rises) {  // too far: once more from the lowest, without momentum
      state_.age = 0;
      sweep(state_.model);
      continue;
    }
    state_.lowest_curves = state_.curves;
    state_.lowest_times = state_.times;
    const bool ended = convergence.residual <= tolerance || !(objective > 0);
    if (ended && !(blocked && state_.age > 0)) {  // momentum may be what blocks: once more without
      convergence.termination = blocked ? Termination::no_progress : Termination::converged;
      break;
    }
    if (convergence.iterations >= options.iterations) break;
    if (ended) {
      state_.model = pass.model;
      state_.age = 0;
      sweep(state_.model);
      continue;
    }
    const QuadraticModel next =
        state_.age > 0 ? carried_on(pass.model, state_.model, state_.age) : pass.model;
    state_.model = pass.model;
    ++state_.age;
    sweep(next);
  }
  for (const auto& step : steps_)
    state_.shortfalls.unfinished_cone_steps += std::exchange(step->unfinished, 0);
  return convergence;
}

JointMapGap joint_map_gap(const Measure& mean, std::span<const GeneralizedGeodesic> curves,
                          const Matrix& times, const Execution& execution) {
  constexpr Index most = 32;
  const Index count = std::min(most, times.rows());
  Vector gaps(count);
  parallel_for(execution, count, [&](std::int64_t k) {
    const Vector here = times.row(k * times.rows() / count);
    const Matrix points = points_at(mean.points, curves, std::span<const double>(here.data(), curves.size()));
    gaps[k] = map_gap(mean, points - mean.points);
  });
  return {count > 0 ? gaps.maxCoeff() : 0, count};
}

}  // namespace wpga
