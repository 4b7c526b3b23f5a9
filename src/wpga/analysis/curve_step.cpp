#include "wpga/analysis/curve_step.hpp"

#include <algorithm>
#include <cmath>

#include "wpga/analysis/collinearity.hpp"
#include "wpga/analysis/geodesic_step.hpp"
#include "wpga/analysis/optimal_map.hpp"

namespace wpga {

namespace {

// A pull towards the last fields, weak enough not to slow the descent, that keeps the normal matrix
// invertible when all times are equal.
constexpr double ridge = 1e-3;

double penalised(const QuadraticModel& model, const Fields& ends, double penalty) {
  const double value = model.value(ends);
  return penalty > 0 ? value + penalty * collinearity_penalty(model.weights, curve_between(ends)) : value;
}

// The best point of the segment from `ends` to `wanted`, both feasible: without Ω the model is a parabola
// there; with it the step is halved until the value falls.
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

// The model whose minimiser in the same metric is `target`.
QuadraticModel centred_at(const QuadraticModel& model, const Fields& target) {
  QuadraticModel moved = model;
  moved.linear[0] = model.metric(0, 0) * target[0] + model.metric(0, 1) * target[1];
  moved.linear[1] = model.metric(1, 0) * target[0] + model.metric(1, 1) * target[1];
  return moved;
}

class GeneralizedStep : public CurveStep {
 public:
  explicit GeneralizedStep(const Measure& mean) : program_(mean) {}

  // Standing still is optimal, orthogonal to everything and inside the box.
  Fields start(const Fields& wanted, const StepSetting&) override {
    return Fields(2, Matrix::Zero(wanted[0].rows(), wanted[0].cols()));
  }

  Fields step(const QuadraticModel& model, const Fields& ends, const StepSetting& setting) override {
    QuadraticModel held = held_near(model, ends, ridge);
    if (setting.penalty > 0) held = centred_at(held, minimise_with_collinearity(held, setting.penalty));
    return best_between(model, ends, feasible_minimum(held, ends, setting), setting.penalty);
  }

  void save(FitState& state) const override {
    state.cuts = program_.cuts();
    state.maps = program_.resting();
  }
  void resume(const FitState& state) override { program_.resume(state.cuts, state.maps); }

 private:
  Fields feasible_minimum(const QuadraticModel& model, const Fields& ends, const StepSetting& setting) {
    std::vector<FieldConstraint> constraints =
        orthogonality_constraints(setting.mean.weights, setting.earlier, setting.options.orthogonality);
    const FieldBox box = field_box(setting.box, setting.mean.points, 2);
    if (setting.options.maps == Maps::optimal && setting.options.projection == MapProjection::cone)
      return program_.minimise(model, constraints, box, ends, setting.options.map_tolerance).fields;
    Fields fields = minimise(model, constraints, box).fields;
    if (setting.options.maps == Maps::optimal)
      for (std::size_t a = 0; a < 2; ++a) fields[a] = program_.barycentric_projection(fields[a], a);
    return fields;
  }

  OptimalMapProgram program_;
};

}  // namespace

std::unique_ptr<CurveStep> make_curve_step(const Measure& mean, const GeodesicOptions& options) {
  if (options.curve == CurveKind::geodesic) return make_geodesic_step(mean);
  return std::make_unique<GeneralizedStep>(mean);
}

}  // namespace wpga
