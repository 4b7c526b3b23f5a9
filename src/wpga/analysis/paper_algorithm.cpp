#include "wpga/analysis/paper_algorithm.hpp"

#include <cmath>

#include "wpga/analysis/collinearity.hpp"
#include "wpga/analysis/optimal_map.hpp"

namespace wpga {

namespace {

// V ← V − β (Σ_i ∇m_i + λ ∇Ω), with β = step / 2N and λ = N λ₀ / variance.
GeneralizedGeodesic gradient_step(const GeneralizedGeodesic& curve, const QuadraticModel& model,
                                  const StepSetting& setting) {
  const Fields ends = ends_of(curve);
  const GeneralizedGeodesic turn = collinearity_gradient(model.weights, curve);
  const double half_step = 0.5 * setting.options.step;
  GeneralizedGeodesic moved = curve;
  moved.backward +=
      half_step * 2 * (model.metric(0, 0) * ends[0] + model.metric(0, 1) * ends[1] - model.linear[0]);
  moved.forward -=
      half_step * 2 * (model.metric(1, 0) * ends[0] + model.metric(1, 1) * ends[1] - model.linear[1]);
  moved.backward -= half_step * setting.penalty * turn.backward;
  moved.forward -= half_step * setting.penalty * turn.forward;
  return moved;
}

}  // namespace

Component paper_component(const Matrix& mean, const GeneralizedGeodesic& start, FamilyCouplings& couplings,
                          const StepSetting& setting, const Execution& execution) {
  const Vector& weights = setting.mean.weights;
  MapCoupling backward(setting.mean), forward(setting.mean);
  Component component;
  component.curve = start;
  component.times = Vector::Constant(couplings.family().count(), 0.5);
  component.convergence.termination = Termination::iteration_limit;
  while (component.convergence.iterations < setting.options.iterations) {
    const MajoriserPass pass = majorise_on_grid(mean, component.curve, setting.options.times.grid,
                                                component.times, couplings, execution);
    const double objective =
        pass.objective + setting.penalty * collinearity_penalty(weights, component.curve);
    ++component.convergence.iterations;
    if (!component.objective.empty() && component.objective.back() > 0)
      component.convergence.residual = (component.objective.back() - objective) / component.objective.back();
    component.objective.push_back(objective);
    if (component.objective.size() > 1 &&
        std::abs(component.convergence.residual) <= setting.options.tolerance) {
      component.convergence.termination = Termination::converged;
      break;
    }
    GeneralizedGeodesic moved = gradient_step(component.curve, pass.model, setting);
    moved.backward = off_directions(weights, std::move(moved.backward), setting.earlier);
    moved.forward = off_directions(weights, std::move(moved.forward), setting.earlier);
    if (setting.options.maps == Maps::optimal) {
      backward.gap(-moved.backward);
      moved.backward = -backward.barycentric_projection(-moved.backward);
      forward.gap(moved.forward);
      moved.forward = forward.barycentric_projection(moved.forward);
    }
    component.curve = std::move(moved);
  }
  return component;
}

}  // namespace wpga
