#include "wpga/analysis/cone/cone_direction.hpp"

#include <algorithm>
#include <cmath>

#include "wpga/parallel/parallel_for.hpp"

namespace wpga {

double reach(const ConePoint& point, const ConeDirection& move) {
  double step = std::min(reach(point.low, move.low), reach(point.high, move.high));
  for (Index i = 0; i < move.slack.size(); ++i) {
    const ConeArc& arc = point.arcs[static_cast<std::size_t>(i)];
    step = std::min(step, reach(arc.slack, move.slack[i]));
    step = std::min(step, reach(arc.multiplier, move.multiplier[i]));
  }
  return step;
}

double complementarity_after(const ConePoint& point, const ConeDirection& move, double step) {
  double sum = 0;
  for (Index i = 0; i < move.slack.size(); ++i) {
    const ConeArc& arc = point.arcs[static_cast<std::size_t>(i)];
    sum += (arc.slack + step * move.slack[i]) * (arc.multiplier + step * move.multiplier[i]);
  }
  if (point.low.slack.size() == 0) return sum;
  return sum + complementarity_after(point.low, move.low, step) +
         complementarity_after(point.high, move.high, step);
}

void ConeNewton::factor(const ConePoint& point, const Matrix& gradients) {
  Vector weights(std::ssize(point.arcs));
  for (Index i = 0; i < weights.size(); ++i) {
    const ConeArc& arc = point.arcs[static_cast<std::size_t>(i)];
    weights[i] = arc.multiplier / arc.slack;
  }
  Matrix box;
  if (problem_.boxed())
    box = point.low.multiplier.cwiseQuotient(point.low.slack) +
          point.high.multiplier.cwiseQuotient(point.high.slack);
  newton_.factor(point.arcs, gradients, weights, box);
  border(point);
}

// Equalities are few: their multipliers from the Schur complement E K⁻¹ E'.
void ConeNewton::border(const ConePoint& point) {
  const Index count = problem_.bounds.size();
  if (count == 0) return;
  border_fields_.resize(problem_.equalities.rows(), count);
  border_potentials_.resize(point.potentials.size(), count);
  parallel_for(execution_, count, [&](Index r) {
    Matrix fields =
        Eigen::Map<const Matrix>(problem_.equalities.col(r).data(), problem_.rows(), problem_.atoms());
    Matrix potentials = Matrix::Zero(point.potentials.rows(), point.potentials.cols());
    newton_.solve(fields, potentials);
    border_fields_.col(r) = fields.reshaped();
    border_potentials_.col(r) = potentials.reshaped();
  });
  Matrix inner = problem_.equalities.transpose() * border_fields_;
  inner = (0.5 * (inner + inner.transpose())).eval();
  inner.diagonal() *= 1 + 1e-14;  // equalities may repeat each other
  border_factor_.compute(inner);
}

void ConeNewton::meet_equalities(const ConeResiduals& residuals, ConeDirection& move) const {
  if (problem_.bounds.size() == 0) return;
  move.equality_multipliers = border_factor_.solve(
      Vector(problem_.equalities.transpose() * move.fields.reshaped() + residuals.equalities));
  move.fields.reshaped() -= border_fields_ * move.equality_multipliers;
  move.potentials.reshaped() -= border_potentials_ * move.equality_multipliers;
}

ConeDirection ConeNewton::onto_equalities(const ConePoint& point, const Matrix& gradients,
                                          const ConeResiduals& residuals) const {
  ConeDirection move{Matrix::Zero(problem_.rows(), problem_.atoms()),
                     Matrix::Zero(point.potentials.rows(), point.potentials.cols()),
                     Vector::Zero(std::ssize(point.arcs)),
                     {},
                     {},
                     {},
                     {}};
  meet_equalities(residuals, move);
  add_slacks(problem_, point.arcs, gradients, move.fields, move.potentials, move.slack);
  return move;
}

// Towards complementarity `barrier` times the weight of each inequality, and `shifts` of the arcs; second
// order after `first`.
ConeDirection ConeNewton::direction(const ConePoint& point, const Matrix& gradients,
                                    const ConeResiduals& residuals, double barrier,
                                    const ConeDirection* first, const Vector* shifts) const {
  const Index count = std::ssize(point.arcs);
  const Vector& weights = problem_.sites.weights;
  Vector excess(count);
  ConeDirection move{
      -residuals.fields, -residuals.potentials, Vector::Zero(count), Vector(count), {}, {}, {}};
  for (Index i = 0; i < count; ++i) {
    const ConeArc& arc = point.arcs[static_cast<std::size_t>(i)];
    double product = arc.slack * arc.multiplier - barrier * barrier_weight(problem_.sites, arc);
    if (first) product += first->slack[i] * first->multiplier[i];
    if (shifts) product -= (*shifts)[i];
    excess[i] = product / arc.slack;
  }
  add_pull(problem_, point.arcs, gradients, excess, move.fields, move.potentials);
  Matrix low, high;
  if (problem_.boxed()) {
    low = box_excess(point.low, residuals.low, weights, barrier, first ? &first->low : nullptr);
    high = box_excess(point.high, residuals.high, weights, barrier, first ? &first->high : nullptr);
    move.fields += high.cwiseQuotient(point.high.slack) - low.cwiseQuotient(point.low.slack);
  }
  newton_.solve(move.fields, move.potentials);
  meet_equalities(residuals, move);
  add_slacks(problem_, point.arcs, gradients, move.fields, move.potentials, move.slack);
  for (Index i = 0; i < count; ++i) {
    const ConeArc& arc = point.arcs[static_cast<std::size_t>(i)];
    move.multiplier[i] = -excess[i] - arc.multiplier * move.slack[i] / arc.slack;
  }
  if (problem_.boxed()) {
    move.low = box_move(point.low, residuals.low, low, move.fields);
    move.high = box_move(point.high, residuals.high, high, -move.fields);
  }
  return move;
}

// How far the products of slack and multiplier lie outside a range about the barrier after a step: what to
// add to them so that none is left behind and none runs ahead (Gondzio 1996).
Vector ConeNewton::products_to_shift(const ConePoint& point, const ConeDirection& move, double step,
                                     double barrier) const {
  constexpr double least = 0.1, most = 10;
  Vector shifts(move.slack.size());
  for (Index i = 0; i < shifts.size(); ++i) {
    const ConeArc& arc = point.arcs[static_cast<std::size_t>(i)];
    const double wanted = barrier * barrier_weight(problem_.sites, arc);
    const double product = (arc.slack + step * move.slack[i]) * (arc.multiplier + step * move.multiplier[i]);
    shifts[i] = std::max(std::clamp(product, least * wanted, most * wanted) - product, -most * wanted);
  }
  return shifts;
}

// Predictor towards complementarity 0; how much of it is left at the boundary sets the centring parameter.
// A solve costs little beside the factors: where the step is short, one more may lengthen it.
ConeDirection ConeNewton::towards_center(const ConePoint& point, const Matrix& gradients,
                                         const ConeResiduals& residuals) const {
  constexpr double further = 0.3, worth = 0.05;  // of a whole step: aimed at, and taken
  const double barrier = residuals.complementarity / residuals.barrier_weight;
  const ConeDirection straight = direction(point, gradients, residuals, 0, nullptr, nullptr);
  const double furthest = std::min(1.0, reach(point, straight));
  const double left = std::max(0.0, complementarity_after(point, straight, furthest));
  const double share = std::pow(left / residuals.complementarity, 3);
  // Complementarity is not reduced faster than the dual infeasibility left by newly added arcs.
  const double held = 0.1 * std::min(residuals.left_over / residuals.complementarity, 10.0);
  const double target = std::max({share, 1e-4, held}) * barrier;
  ConeDirection move = direction(point, gradients, residuals, target, &straight, nullptr);
  const double step = reach(point, move);
  if (step >= 1 - worth) return move;
  const Vector shifts = products_to_shift(point, move, std::min(1.0, step + further), target);
  ConeDirection longer = direction(point, gradients, residuals, target, &straight, &shifts);
  return reach(point, longer) > step + worth ? longer : move;
}

}  // namespace wpga
