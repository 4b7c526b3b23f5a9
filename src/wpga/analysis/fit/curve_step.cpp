#include "wpga/analysis/fit/curve_step.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "wpga/analysis/cone/collinearity.hpp"
#include "wpga/analysis/cone/cone_program.hpp"
#include "wpga/analysis/cone/optimal_map.hpp"
#include "wpga/analysis/fit/geodesic_step.hpp"

namespace wpga {

namespace {

// What the nearest curve may miss, of the square of the wanted one.
constexpr double nearest_gap = 1e-5;

// A relative fall below which a step with Ω looks for other ways down.
constexpr double slow = 1e-2;

double penalised(const QuadraticModel& model, const Fields& ends, double penalty) {
  const double value = model.value(ends);
  return penalty > 0 ? value + penalty * collinearity_penalty(model.weights, curve_between(ends)) : value;
}

// The first point, halving the way from `wanted` back to `ends`, whose value is no larger than at `ends`.
// Both are feasible, so the segment is: optimal maps form a convex set.
Fields best_between(const QuadraticModel& model, const Fields& ends, const Fields& wanted, double penalty) {
  const auto at = [&](double share) {
    Fields fields = ends;
    for (std::size_t a = 0; a < ends.size(); ++a) fields[a] += share * (wanted[a] - ends[a]);
    return fields;
  };
  const double here = penalised(model, ends, penalty);
  for (double share = 1; share > 1e-6; share *= 0.5) {
    Fields fields = at(share);
    if (penalised(model, fields, penalty) <= here) return fields;
  }
  return ends;
}

// The model plus the tangent of penalty · Ω at `ends`: wherever it can be lowered, a short step lowers the
// penalised model, whatever Ω does farther away.
QuadraticModel linearised(const QuadraticModel& model, const Fields& ends, double penalty) {
  QuadraticModel sum = model;
  const GeneralizedGeodesic slope = collinearity_gradient(model.weights, curve_between(ends));
  sum.linear[0] += 0.5 * penalty * slope.backward;  // U_0 = −V1
  sum.linear[1] -= 0.5 * penalty * slope.forward;
  return sum;
}

// The model whose minimiser in the same metric is `target`.
QuadraticModel centered_at(const QuadraticModel& model, const Fields& target) {
  QuadraticModel moved = model;
  moved.linear[0] = model.metric(0, 0) * target[0] + model.metric(0, 1) * target[1];
  moved.linear[1] = model.metric(1, 0) * target[0] + model.metric(1, 1) * target[1];
  return moved;
}

class GeneralizedStep : public CurveStep {
 public:
  GeneralizedStep(const Measure& mean, MapRule maps)
      : program_(mean),
        couplings_{MapCoupling(mean), MapCoupling(mean)},
        collinear_(make_collinear_step(mean, maps)) {}

  // Standing still is optimal, orthogonal to everything and inside the box.
  Fields start(const Fields& wanted, const StepSetting&) override {
    return Fields(2, Matrix::Zero(wanted[0].rows(), wanted[0].cols()));
  }

  // With Ω in the objective a line stays a line.
  Fields nearest(const Fields& wanted, const StepSetting& setting) override {
    const Vector& weights = setting.mean.weights;
    if (setting.penalty > 0 && collinearity_gap(weights, curve_between(wanted)) < 1e-9)
      return counted(collinear_->nearest(wanted, setting));
    const QuadraticModel model = model_around(weights, wanted);
    return feasible_minimum(model, {.gap = nearest_gap * model.constant}, setting);
  }

  Fields step(const QuadraticModel& model, const Fields& ends, const StepSetting& setting) override {
    blocked_ = false;
    const QuadraticModel held = held_near(model, ends, step_ridge);
    if (!(setting.penalty > 0))
      return best_between(model, ends, feasible_minimum(held, effort(held, ends, setting), setting), 0);
    const QuadraticModel aimed = centered_at(held, minimise_with_collinearity(held, setting.penalty));
    Fields found = best_between(model, ends, feasible_minimum(aimed, effort(aimed, ends, setting), setting),
                                setting.penalty);
    const double here = penalised(model, ends, setting.penalty);
    if (penalised(model, found, setting.penalty) <= here - slow * std::abs(here)) return found;
    return unblocked(model, held, ends, std::move(found), setting);
  }

  bool blocked() const override { return blocked_; }

  void save(StepState& state) const override {
    state.cone = program_.rest();
    state.maps = {couplings_[0].rest(), couplings_[1].rest()};
  }
  void resume(const StepState& state) override {
    program_.resume(state.cone);
    for (std::size_t a = 0; a < 2; ++a)
      if (!state.maps[a].state.empty()) couplings_[a].resume(state.maps[a]);
  }

 private:
  // The projection of a minimum with Ω need not lie downhill.  The linearised program does, and a line has no
  // Ω to pay for; only where neither helps is the step blocked.
  Fields unblocked(const QuadraticModel& model, const QuadraticModel& held, const Fields& ends, Fields found,
                   const StepSetting& setting) {
    const QuadraticModel downhill = linearised(held, ends, setting.penalty);
    const Fields wanted = feasible_minimum(downhill, effort(downhill, ends, setting), setting);
    const double promised = downhill.value(ends) - downhill.value(wanted);
    const double here = penalised(model, ends, setting.penalty);
    double least = penalised(model, found, setting.penalty);
    for (const Fields& other :
         {best_between(model, ends, wanted, setting.penalty), straight(model, ends, setting)})
      if (const double value = penalised(model, other, setting.penalty); value < least) {
        least = value;
        found = other;
      }
    const double little = setting.options.tolerance * std::abs(here);
    blocked_ = here - least <= little && promised > little;
    return found;
  }

  // The best pair of collinear fields that one step reaches from the line nearest to the curve.
  Fields straight(const QuadraticModel& model, const Fields& ends, const StepSetting& setting) {
    const double share = time_nearest_mean(setting.mean.weights, curve_between(ends));
    const Matrix direction = ends[1] - ends[0];
    const Fields line = collinear_->nearest({-share * direction, (1 - share) * direction}, setting);
    return counted(collinear_->step(model, line, setting));
  }

  // What the collinear step left unfinished is this step's.
  Fields counted(Fields found) {
    unfinished += std::exchange(collinear_->unfinished, 0);
    return found;
  }

  // A tenth of the fit's stopping tolerance: the objective falls by more than that until the last step.
  static ConeEffort effort(const QuadraticModel& model, const Fields& ends, const StepSetting& setting) {
    const double here = model.value(ends);
    return {.gap = 0.1 * setting.options.tolerance * std::abs(here), .reference = here};
  }

  Fields feasible_minimum(const QuadraticModel& model, ConeEffort effort, const StepSetting& setting) {
    std::vector<FieldConstraint> constraints =
        orthogonality_constraints(setting.mean.weights, setting.earlier, setting.options.orthogonality);
    for (FieldConstraint& other :
         orthogonality_constraints(setting.mean.weights, setting.later, Orthogonality::sum))
      constraints.push_back(std::move(other));
    const FieldBox box = field_box(setting.box, setting.mean.points, 2);
    if (setting.options.maps == MapRule::optimal && setting.options.projection == MapProjection::cone)
      return cone_minimum(model, constraints, box, effort, setting);
    Fields fields = minimise(model, constraints, box).fields;
    if (setting.options.maps == MapRule::optimal)
      for (std::size_t a = 0; a < 2; ++a) {
        couplings_[a].gap(fields[a]);
        fields[a] = couplings_[a].barycentric_projection(fields[a]);
      }
    return fields;
  }

  Fields cone_minimum(const QuadraticModel& model, const std::vector<FieldConstraint>& constraints,
                      const FieldBox& box, ConeEffort effort, const StepSetting& setting) {
    effort.iterations = setting.options.cone_iterations;
    ConeProgram::Result found = program_.minimise(
        model, constraints, box, effort, setting.stretch * Matrix::Identity(2, 2), setting.execution);
    unfinished += found.solved ? 0 : 1;
    return std::move(found.fields);
  }

  ConeProgram program_;
  std::array<MapCoupling, 2> couplings_;  // for the barycentric projection
  std::unique_ptr<CurveStep> collinear_;
  bool blocked_ = false;
};

}  // namespace

QuadraticModel model_around(const Vector& weights, const Fields& wanted) {
  return {weights, Matrix::Identity(2, 2), wanted,
          squared_norm(weights, wanted[0]) + squared_norm(weights, wanted[1])};
}

std::unique_ptr<CurveStep> make_curve_step(const Measure& mean, const GeodesicOptions& options) {
  if (options.curve == CurveKind::geodesic) return make_geodesic_step(mean);
  return std::make_unique<GeneralizedStep>(mean, options.maps);
}

}  // namespace wpga
