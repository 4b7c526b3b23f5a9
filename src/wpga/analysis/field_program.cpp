#include "wpga/analysis/field_program.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "wpga/analysis/field_dual.hpp"
#include "wpga/analysis/generalized_geodesic.hpp"

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
  const Matrix inverse = metric.inverse();
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
constexpr double wanted_residual = 1e-10;
constexpr double rounding = 1e-15;

// The projected Newton step among multipliers that may move.
Vector newton_direction(const FieldDual& dual, const Vector& multipliers, const std::vector<Index>& place,
                        Index count) {
  Vector right(count);
  for (Index r = 0; r < dual.size(); ++r)
    if (place[static_cast<std::size_t>(r)] >= 0) right[place[static_cast<std::size_t>(r)]] = -dual.slack()[r];
  Matrix gram = dual.curvature(place, count);
  const double largest = gram.diagonal().size() > 0 ? gram.diagonal().maxCoeff() : 0;
  // Cuts may depend on each other; a trace of ridge picks one of the solutions.
  double ridge = std::max(1e-11 * largest, std::numeric_limits<double>::min());
  Vector solution = Vector::Zero(count);
  for (int attempt = 0; attempt < 6; ++attempt, ridge *= 100) {
    Matrix shifted = gram;
    shifted.diagonal().array() += ridge;
    const Eigen::LLT<Matrix> factor(shifted);
    if (factor.info() != Eigen::Success) continue;
    solution = factor.solve(right);
    if (solution.allFinite()) break;
  }
  Vector direction = Vector::Zero(multipliers.size());
  for (Index r = 0; r < dual.size(); ++r)
    if (place[static_cast<std::size_t>(r)] >= 0) direction[r] = solution[place[static_cast<std::size_t>(r)]];
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

}  // namespace

FieldSolution minimise(const QuadraticModel& model, std::vector<FieldConstraint>& constraints,
                       const FieldBox& box) {
  FieldDual dual(model, constraints, box);
  const Index count = dual.size();
  Vector multipliers(count);
  for (Index r = 0; r < count; ++r)
    multipliers[r] = constraints[static_cast<std::size_t>(r)].multiplier * dual.scale(r);
  double value = dual.evaluate(multipliers);
  FieldSolution solution;
  const double size = std::max(dual.size_of_fields(), std::numeric_limits<double>::min());
  std::vector<Index> place(static_cast<std::size_t>(count));
  while (count > 0 && solution.iterations < most_iterations) {
    if (violation_of(dual, multipliers) <= wanted_residual * size) break;
    Index moving = 0;
    for (Index r = 0; r < count; ++r) {
      const bool moves = dual.equality(r) || multipliers[r] > 0 || dual.slack()[r] < 0;
      place[static_cast<std::size_t>(r)] = moves ? moving++ : -1;
    }
    const Vector direction = newton_direction(dual, multipliers, place, moving);
    const Vector slack = dual.slack();
    ++solution.iterations;
    bool fell = false;
    for (double step = 1; step > 1e-10 && !fell; step *= 0.5) {
      const Vector moved = moved_along(dual, multipliers, direction, step);
      const double there = dual.evaluate(moved);
      if (there <= value + 1e-4 * slack.dot(moved - multipliers) + rounding * std::abs(value)) {
        fell = moved != multipliers;
        multipliers = moved;
        value = there;
        if (!fell) break;
      }
    }
    if (!fell) {
      dual.evaluate(multipliers);
      break;
    }
  }
  solution.fields = dual.fields();
  solution.residual = violation_of(dual, multipliers) / size;
  for (Index r = 0; r < count; ++r)
    constraints[static_cast<std::size_t>(r)].multiplier = multipliers[r] / dual.scale(r);
  return solution;
}

}  // namespace wpga
