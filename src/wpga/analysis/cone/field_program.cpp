#include "wpga/analysis/cone/field_program.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

#include "wpga/analysis/cone/field_dual.hpp"
#include "wpga/analysis/curves/generalized_geodesic.hpp"
#include "wpga/base/decompositions.hpp"

namespace wpga {

double QuadraticModel::value(const Fields& fields) const {
  double sum = constant;
  for (std::size_t a = 0; a < fields.size(); ++a) {
    sum -= 2 * inner_product(weights, fields[a], linear[a]);
    for (std::size_t c = 0; c < fields.size(); ++c)
      sum +=
          metric(static_cast<Index>(a), static_cast<Index>(c)) * inner_product(weights, fields[a], fields[c]);
  }
  return sum;
}

Fields QuadraticModel::minimiser() const {
  const Matrix inverse = regular_inverse(metric);
  Fields fields(linear.size(), Matrix::Zero(linear[0].rows(), linear[0].cols()));
  for (std::size_t a = 0; a < fields.size(); ++a)
    for (std::size_t c = 0; c < fields.size(); ++c)
      fields[a] += inverse(static_cast<Index>(a), static_cast<Index>(c)) * linear[c];
  return fields;
}

QuadraticModel held_near(const QuadraticModel& model, const Fields& fields, double ridge) {
  QuadraticModel held = model;
  const double strength = ridge * model.metric.diagonal().mean();
  held.metric.diagonal().array() += strength;
  for (std::size_t a = 0; a < fields.size(); ++a) {
    held.linear[a] += strength * fields[a];
    held.constant += strength * squared_norm(model.weights, fields[a]);
  }
  return held;
}

double FieldConstraint::excess(const Fields& fields) const {
  double sum = -bound;
  for (std::size_t e = 0; e < places.size(); ++e)
    sum += coefficients.col(static_cast<Index>(e))
               .dot(fields[static_cast<std::size_t>(places[e].field)].col(places[e].atom));
  return sum;
}

namespace {

constexpr int most_iterations = 100;
constexpr double wanted_residual = 1e-12;
constexpr double value_rounding = 1e-15;
constexpr double least_damping = 1e-11, most_damping = 1e4;

// Which multipliers move in a step of Newton's method.  One that a plain step of the gradient would bring to
// zero goes there by itself, so that the others do not turn the step uphill (Bertsekas 1982); one at zero
// that wants to be negative stays.
struct Movement {
  std::vector<Index> place;  // in the system, or negative
  Index count = 0;
  Vector alone;  // steps of those that go by themselves, else 0
};

Movement movement_of(const FieldDual& dual, const Vector& multipliers) {
  Movement movement{std::vector<Index>(static_cast<std::size_t>(dual.size()), -1), 0,
                    Vector::Zero(dual.size())};
  for (Index r = 0; r < dual.size(); ++r) {
    const double step = -dual.slack()[r] / dual.largest_response();
    if (!dual.equality(r) && multipliers[r] + step <= 0)
      movement.alone[r] = multipliers[r] > 0 ? step : 0;
    else
      movement.place[static_cast<std::size_t>(r)] = movement.count++;
  }
  return movement;
}

// Where a box holds everything, or cuts depend on each other, the curvature is singular: damping, relative to
// the curvature without a box, keeps the step short and picks one of the solutions.
Vector newton_direction(const FieldDual& dual, const Movement& movement, Matrix curvature, double damping) {
  Vector direction = movement.alone;
  curvature.diagonal().array() += damping * dual.largest_response();
  const Eigen::LLT<Matrix> factor(curvature);
  Vector right(movement.count);
  for (Index r = 0; r < dual.size(); ++r)
    if (const Index place = movement.place[static_cast<std::size_t>(r)]; place >= 0)
      right[place] = -dual.slack()[r];
  const Vector solution = factor.solve(right);
  if (factor.info() != Eigen::Success || !solution.allFinite()) return Vector::Zero(dual.size());
  for (Index r = 0; r < dual.size(); ++r)
    if (const Index place = movement.place[static_cast<std::size_t>(r)]; place >= 0)
      direction[r] = solution[place];
  return direction;
}

double violation_of(const FieldDual& dual, const Vector& multipliers) {
  double largest = 0;
  for (Index r = 0; r < dual.size(); ++r) {
    const double slack = dual.slack()[r];
    const bool binding = dual.equality(r) || multipliers[r] > 0;
    largest = std::max(largest, binding ? std::abs(slack) : -slack);
  }
  return largest;
}

Vector moved_along(const FieldDual& dual, const Vector& multipliers, const Vector& direction, double step) {
  Vector moved = multipliers + step * direction;
  for (Index r = 0; r < moved.size(); ++r)
    if (!dual.equality(r)) moved[r] = std::max(0.0, moved[r]);
  return moved;
}

// One step of projected Newton, damped until the negative dual falls.  False: no progress beyond rounding.
bool improve(FieldDual& dual, Vector& multipliers, double& value, double& damping) {
  const Movement movement = movement_of(dual, multipliers);
  const Matrix curvature = dual.curvature(movement.place, movement.count);
  const Vector slack = dual.slack();
  for (; damping <= most_damping; damping *= 100) {
    const Vector direction = newton_direction(dual, movement, curvature, damping);
    for (double step = 1; step > 0.1; step *= 0.5) {
      const Vector moved = moved_along(dual, multipliers, direction, step);
      if (moved == multipliers) break;
      const double there = dual.evaluate(moved);
      if (there > value + 1e-4 * slack.dot(moved - multipliers) + value_rounding * std::abs(value)) continue;
      multipliers = moved;
      value = there;
      damping = std::max(least_damping, 1e-4 * damping);
      return true;
    }
    dual.evaluate(multipliers);
  }
  return false;
}

}  // namespace

FieldSolution minimise(const QuadraticModel& model, std::vector<FieldConstraint>& constraints,
                       const FieldBox& box) {
  FieldDual dual(model, constraints, box);
  const Index count = dual.size();
  Vector multipliers(count);
  for (Index r = 0; r < count; ++r)
    multipliers[r] = constraints[static_cast<std::size_t>(r)].multiplier * dual.scale(r);
  double value = dual.evaluate(multipliers), damping = least_damping;
  const double size = std::max(dual.size_of_fields(), std::numeric_limits<double>::min());
  FieldSolution solution;
  while (solution.iterations < most_iterations && violation_of(dual, multipliers) > wanted_residual * size &&
         improve(dual, multipliers, value, damping))
    ++solution.iterations;
  solution.fields = dual.fields();
  solution.residual = violation_of(dual, multipliers) / size;
  for (Index r = 0; r < count; ++r)
    constraints[static_cast<std::size_t>(r)].multiplier = multipliers[r] / dual.scale(r);
  return solution;
}

}  // namespace wpga
