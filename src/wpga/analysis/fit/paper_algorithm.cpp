#include "wpga/analysis/fit/paper_algorithm.hpp"

#include <cmath>
#include <limits>

#include "wpga/analysis/cone/collinearity.hpp"
#include "wpga/analysis/cone/optimal_map.hpp"
#include "wpga/parallel/progress.hpp"

namespace wpga {

namespace {

constexpr double vanishing = 1e-20;  // of a squared norm
constexpr double diverged = 10;      // times the lowest objective
constexpr int patience = 3;          // iterations without a lower one

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

// The same span as the earlier directions, orthogonal to each other; twice, for rounding.
std::vector<Matrix> orthogonal_basis(const Vector& weights, const std::vector<Matrix>& directions) {
  std::vector<Matrix> basis;
  for (const Matrix& direction : directions) {
    const double size = squared_norm(weights, direction);
    const Matrix once = off_directions(weights, direction, basis);
    Matrix rest = off_directions(weights, once, basis);
    if (squared_norm(weights, rest) > vanishing * size) basis.push_back(std::move(rest));
  }
  return basis;
}

// Projections of step 3: off the earlier directions, then on optimal maps by barycentric projection.
class Projection {
 public:
  explicit Projection(const StepSetting& setting)
      : setting_(setting),
        earlier_(orthogonal_basis(setting.mean.weights, setting.earlier)),
        backward_(setting.mean),
        forward_(setting.mean) {}

  GeneralizedGeodesic operator()(const GeneralizedGeodesic& curve) {
    return {-project(backward_, -curve.backward), project(forward_, curve.forward)};
  }

 private:
  Matrix project(MapCoupling& coupling, Matrix field) const {
    field = off_directions(setting_.mean.weights, std::move(field), earlier_);
    if (setting_.options.maps == MapRule::free) return field;
    coupling.gap(field);
    return coupling.barycentric_projection(field);
  }

  const StepSetting& setting_;
  std::vector<Matrix> earlier_;
  MapCoupling backward_, forward_;
};

}  // namespace

Component paper_component(const CenteredPoints& mean, const GeneralizedGeodesic& start,
                          const FamilyCouplings& couplings, PositionSearch& search,
                          const StepSetting& setting, const Execution& execution) {
  Projection project(setting);
  Component component;
  component.convergence.termination = Termination::iteration_limit;
  GeneralizedGeodesic curve = project(start);
  Vector times = Vector::Constant(couplings.family().count(), 0.5);
  double lowest = std::numeric_limits<double>::infinity();
  int since_lowest = 0;
  while (component.convergence.iterations < setting.options.iterations) {
    const MajoriserPass pass =
        majorise_on_grid(mean, curve, setting.options.times.grid, times, couplings, search, execution);
    const double objective =
        pass.objective + setting.penalty * collinearity_penalty(setting.mean.weights, curve);
    ++component.convergence.iterations;
    component.shortfalls.unconverged_transports += pass.not_converged;
    if (!component.objective.empty() && component.objective.back() > 0)
      component.convergence.residual = (component.objective.back() - objective) / component.objective.back();
    component.objective.push_back(objective);
    tell_iteration(execution, {component.convergence.iterations, objective, component.convergence.residual,
                               setting.options.tolerance, setting.options.iterations});
    ++since_lowest;
    if (objective < lowest) {
      since_lowest = 0;
      lowest = objective;
      component.curve = curve;
      component.times = times;
    }
    if (!(objective <= diverged * lowest) || since_lowest == patience) {
      component.convergence.termination = Termination::no_progress;
      break;
    }
    if (component.objective.size() > 1 &&
        std::abs(component.convergence.residual) <= setting.options.tolerance) {
      component.convergence.termination = Termination::converged;
      break;
    }
    curve = project(gradient_step(curve, pass.model, setting));
  }
  // Still falling when the iterations ran out: one step further is nearer.
  if (component.convergence.termination == Termination::iteration_limit &&
      component.objective.back() == lowest)
    component.curve = std::move(curve);
  return component;
}

}  // namespace wpga
