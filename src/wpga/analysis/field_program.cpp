#include "wpga/analysis/field_program.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

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

// Minimises ½ u'Mu − r'u for one or two unknowns between bounds.  Also says which unknowns are free.
struct SmallMinimum {
  std::array<double, 2> value{};
  std::array<bool, 2> free{};
};

double value_of(const Matrix& metric, const std::array<double, 2>& right, const std::array<double, 2>& u) {
  return 0.5 * (metric(0, 0) * u[0] * u[0] + metric(1, 1) * u[1] * u[1]) + metric(0, 1) * u[0] * u[1] -
         right[0] * u[0] - right[1] * u[1];
}

SmallMinimum minimum_of_one(double metric, double right, double low, double high) {
  const double free = right / metric;
  return {{std::clamp(free, low, high), 0}, {free > low && free < high, false}};
}

// One unknown at a bound, the other at its best: the minimum is the least of these four unless the free one
// is inside.
SmallMinimum minimum_of_two(const Matrix& metric, double determinant, const std::array<double, 2>& right,
                            const std::array<double, 2>& low, const std::array<double, 2>& high) {
  const std::array<double, 2> free = {(metric(1, 1) * right[0] - metric(0, 1) * right[1]) / determinant,
                                      (metric(0, 0) * right[1] - metric(0, 1) * right[0]) / determinant};
  if (free[0] >= low[0] && free[0] <= high[0] && free[1] >= low[1] && free[1] <= high[1])
    return {free, {true, true}};
  SmallMinimum best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t a = 0; a < 2; ++a) {
    const std::size_t c = 1 - a;
    const auto ia = static_cast<Index>(a), ic = static_cast<Index>(c);
    for (const double bound : {low[a], high[a]}) {
      if (!std::isfinite(bound)) continue;
      const double other = (right[c] - metric(ic, ia) * bound) / metric(ic, ic);
      SmallMinimum here;
      here.value[a] = bound;
      here.value[c] = std::clamp(other, low[c], high[c]);
      here.free[c] = other > low[c] && other < high[c];
      const double value = value_of(metric, right, here.value);
      if (value < least) {
        least = value;
        best = here;
      }
    }
  }
  return best;
}

// The dual of the program: fields as a function of the multipliers.
class Dual {
 public:
  Dual(const QuadraticModel& model, const std::vector<FieldConstraint>& constraints, const FieldBox& box)
      : model_(model),
        constraints_(constraints),
        box_(box),
        inverse_(model.metric.inverse()),
        determinant_(model.metric.determinant()),
        unconstrained_(model.minimiser()),
        dimension_(model.linear[0].rows()),
        atoms_(model.linear[0].cols()) {
    scale_.resize(static_cast<Index>(constraints.size()));
    by_atom_.resize(static_cast<std::size_t>(atoms_));
    for (std::size_t r = 0; r < constraints.size(); ++r) list_places(r);
  }

  Index size() const { return scale_.size(); }
  bool equality(Index r) const { return constraints_[static_cast<std::size_t>(r)].equality; }
  // Constraints are divided by their norm, so that slacks are distances.
  double scale(Index r) const { return scale_[r]; }

  // Fields for these multipliers; returns the dual function's negative.
  double evaluate(const Vector& multipliers) {
    Fields right = unconstrained_right(multipliers);
    if (box_.empty())
      fields_ = solve_freely(right);
    else
      solve_in_box(right);
    const double primal = 0.5 * (model_.value(fields_) - model_.constant);
    slack_.resize(size());
    for (Index r = 0; r < size(); ++r)
      slack_[r] = -constraints_[static_cast<std::size_t>(r)].excess(fields_) / scale_[r];
    return -(primal - multipliers.dot(slack_));
  }

  const Vector& slack() const { return slack_; }  // of the last evaluation: the gradient of its negative
  const Fields& fields() const { return fields_; }

  // Second derivatives among the constraints whose place is not negative.
  Matrix curvature(const std::vector<Index>& place, Index count) const {
    Matrix gram = Matrix::Zero(count, count);
    for (Index k = 0; k < atoms_; ++k) add_atom(k, place, gram);
    return gram;
  }

  double size_of_fields() const {
    double sum = 0;
    for (const Matrix& field : unconstrained_) sum += squared_norm(model_.weights, field);
    return std::sqrt(sum);
  }

 private:
  struct Entry {
    Index row;
    Index field;
    Index column;  // of the row's coefficients
  };

  void list_places(std::size_t r) {
    const FieldConstraint& constraint = constraints_[r];
    double squared = 0;
    for (std::size_t e = 0; e < constraint.places.size(); ++e) {
      const auto [field, atom] = constraint.places[e];
      by_atom_[static_cast<std::size_t>(atom)].push_back(
          {static_cast<Index>(r), static_cast<Index>(field), static_cast<Index>(e)});
      squared += constraint.coefficients.col(static_cast<Index>(e)).squaredNorm() / model_.weights[atom];
    }
    scale_[static_cast<Index>(r)] = squared > 0 ? std::sqrt(squared) : 1;
  }

  // linear_a − C'λ / b
  Fields unconstrained_right(const Vector& multipliers) const {
    Fields right = model_.linear;
    for (Index k = 0; k < atoms_; ++k)
      for (const Entry& entry : by_atom_[static_cast<std::size_t>(k)]) {
        const double factor = multipliers[entry.row] / (scale_[entry.row] * model_.weights[k]);
        if (factor != 0)
          right[static_cast<std::size_t>(entry.field)].col(k) -=
              factor * constraints_[static_cast<std::size_t>(entry.row)].coefficients.col(entry.column);
      }
    return right;
  }

  Fields solve_freely(const Fields& right) const {
    Fields fields = right;
    if (fields.size() == 1) {
      fields[0] *= inverse_(0, 0);
    } else {
      fields[0] = inverse_(0, 0) * right[0] + inverse_(0, 1) * right[1];
      fields[1] = inverse_(1, 0) * right[0] + inverse_(1, 1) * right[1];
    }
    return fields;
  }

  void solve_in_box(const Fields& right) {
    fields_ = right;
    free_.assign(right.size(), Matrix::Zero(dimension_, atoms_));
    for (Index e = 0; e < dimension_ * atoms_; ++e) {
      SmallMinimum found;
      if (right.size() == 1)
        found = minimum_of_one(model_.metric(0, 0), right[0].data()[e], box_.lower[0].data()[e],
                               box_.upper[0].data()[e]);
      else
        found = minimum_of_two(model_.metric, determinant_, {right[0].data()[e], right[1].data()[e]},
                               {box_.lower[0].data()[e], box_.lower[1].data()[e]},
                               {box_.upper[0].data()[e], box_.upper[1].data()[e]});
      for (std::size_t a = 0; a < right.size(); ++a) {
        fields_[a].data()[e] = found.value[a];
        free_[a].data()[e] = found.free[a] ? 1 : 0;
      }
    }
  }

  // How much field `a` moves when the right side of field `c` does, coordinate by coordinate of atom k.
  Vector response(Index k, Index a, Index c) const {
    if (box_.empty()) return Vector::Constant(dimension_, inverse_(a, c));
    Vector result(dimension_);
    for (Index j = 0; j < dimension_; ++j) {
      const bool free_a = free_[static_cast<std::size_t>(a)](j, k) > 0;
      const bool free_c = free_[static_cast<std::size_t>(c)](j, k) > 0;
      const bool both = std::ranges::all_of(free_, [&](const Matrix& free) { return free(j, k) > 0; });
      result[j] = both ? inverse_(a, c) : (a == c && free_a && free_c ? 1 / model_.metric(a, a) : 0);
    }
    return result;
  }

  void add_atom(Index k, const std::vector<Index>& place, Matrix& gram) const {
    const std::vector<Entry>& entries = by_atom_[static_cast<std::size_t>(k)];
    const auto fields = static_cast<Index>(fields_.size());
    for (Index a = 0; a < fields; ++a)
      for (Index c = 0; c < fields; ++c) {
        const Vector moved = response(k, a, c) / model_.weights[k];
        for (const Entry& first : entries) {
          const Index row = place[static_cast<std::size_t>(first.row)];
          if (first.field != a || row < 0) continue;
          const Vector weighted =
              moved.cwiseProduct(
                  constraints_[static_cast<std::size_t>(first.row)].coefficients.col(first.column)) /
              scale_[first.row];
          for (const Entry& second : entries) {
            const Index column = place[static_cast<std::size_t>(second.row)];
            if (second.field != c || column < 0 || column > row) continue;
            gram(row, column) +=
                weighted.dot(
                    constraints_[static_cast<std::size_t>(second.row)].coefficients.col(second.column)) /
                scale_[second.row];
          }
        }
      }
  }

  const QuadraticModel& model_;
  const std::vector<FieldConstraint>& constraints_;
  const FieldBox& box_;
  Matrix inverse_;
  double determinant_;
  Fields unconstrained_;
  Index dimension_, atoms_;
  Vector scale_;
  std::vector<std::vector<Entry>> by_atom_;
  Fields fields_;
  Fields free_;  // 1 where a coordinate is off its bounds
  Vector slack_;
};

// The Newton step among the multipliers that move.
Vector newton_direction(const Dual& dual, const Vector& slack, const std::vector<char>& moves) {
  std::vector<Index> place(moves.size(), -1);
  Index count = 0;
  for (std::size_t r = 0; r < moves.size(); ++r)
    if (moves[r]) place[r] = count++;
  Vector right(count);
  for (std::size_t r = 0; r < moves.size(); ++r)
    if (moves[r]) right[place[r]] = -slack[static_cast<Index>(r)];
  const Matrix gram = dual.curvature(place, count);
  const double largest = count > 0 ? gram.diagonal().maxCoeff() : 0;
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
  Vector direction = Vector::Zero(slack.size());
  for (std::size_t r = 0; r < moves.size(); ++r)
    if (moves[r]) direction[static_cast<Index>(r)] = solution[place[r]];
  return direction;
}

double violation_of(const Dual& dual, const Vector& multipliers) {
  double largest = 0;
  for (Index r = 0; r < dual.size(); ++r) {
    const double slack = dual.slack()[r];
    const bool binding = dual.equality(r) || multipliers[r] > 0;
    largest = std::max(largest, binding ? std::abs(slack) : -slack);
  }
  return largest;
}

Vector moved_along(const Dual& dual, const Vector& multipliers, const Vector& direction, double step) {
  Vector moved = multipliers + step * direction;
  for (Index r = 0; r < moved.size(); ++r)
    if (!dual.equality(r)) moved[r] = std::max(0.0, moved[r]);
  return moved;
}

// The descent on the negative of the dual.
class DualDescent {
 public:
  DualDescent(Dual& dual, Vector multipliers)
      : dual_(dual), multipliers_(std::move(multipliers)), value_(dual.evaluate(multipliers_)) {}

  const Vector& multipliers() const { return multipliers_; }
  double violation() const { return violation_of(dual_, multipliers_); }

  // False when rounding ends the descent.
  bool step() {
    const Vector slack = dual_.slack();
    if (newton_step(slack)) return true;
    // Among cuts that almost depend on each other the Newton step may lead nowhere; the gradient never does.
    Vector downhill = -slack;
    for (Index r = 0; r < downhill.size(); ++r)
      if (!dual_.equality(r) && multipliers_[r] <= 0) downhill[r] = std::max(0.0, downhill[r]);
    if (fall_along(downhill, slack, 1e3, 1e-9)) return true;
    dual_.evaluate(multipliers_);
    return false;
  }

 private:
  bool newton_step(const Vector& slack) {
    std::vector<char> moves(static_cast<std::size_t>(dual_.size()));
    for (Index r = 0; r < dual_.size(); ++r)
      moves[static_cast<std::size_t>(r)] = dual_.equality(r) || multipliers_[r] > 0 || slack[r] < 0;
    dual_.evaluate(multipliers_);
    for (int attempt = 0; attempt < 10; ++attempt) {
      const Vector direction = newton_direction(dual_, slack, moves);
      if (fall_along(direction, slack, 1, attempt == 0 ? 0.02 : 0.5)) return true;
      dual_.evaluate(multipliers_);
      const bool dropped = drop_blocked(direction, moves);
      if (!dropped) return fall_along(direction, slack, step_to_first_bound(direction), 1e-3);
    }
    return false;
  }

  // Multipliers that stand at zero and would fall below it do not move.
  bool drop_blocked(const Vector& direction, std::vector<char>& moves) const {
    bool dropped = false;
    for (Index r = 0; r < dual_.size(); ++r) {
      char& one = moves[static_cast<std::size_t>(r)];
      if (!one || dual_.equality(r) || multipliers_[r] > 0 || direction[r] >= 0) continue;
      one = 0;
      dropped = true;
    }
    return dropped;
  }

  double step_to_first_bound(const Vector& direction) const {
    double step = 1;
    for (Index r = 0; r < dual_.size(); ++r)
      if (!dual_.equality(r) && direction[r] < 0) step = std::min(step, -multipliers_[r] / direction[r]);
    return step;
  }

  // Shortens the step, projected on what is allowed, until the value falls enough.
  bool fall_along(const Vector& direction, const Vector& slack, double first, double last) {
    for (double step = first; step >= first * last && step > 0; step *= 0.5) {
      const Vector moved = moved_along(dual_, multipliers_, direction, step);
      const double there = dual_.evaluate(moved);
      const double wanted = 1e-4 * slack.dot(moved - multipliers_);
      if (wanted < 0 && there <= value_ + wanted + rounding * std::abs(value_)) {
        multipliers_ = moved;
        value_ = there;
        return true;
      }
    }
    return false;
  }

  Dual& dual_;
  Vector multipliers_;
  double value_;
};

}  // namespace

FieldSolution minimise(const QuadraticModel& model, std::vector<FieldConstraint>& constraints,
                       const FieldBox& box) {
  Dual dual(model, constraints, box);
  const Index count = dual.size();
  Vector start(count);
  for (Index r = 0; r < count; ++r)
    start[r] = constraints[static_cast<std::size_t>(r)].multiplier * dual.scale(r);
  DualDescent descent(dual, std::move(start));
  const double size = std::max(dual.size_of_fields(), std::numeric_limits<double>::min());
  FieldSolution solution;
  while (solution.iterations < most_iterations && descent.violation() > wanted_residual * size) {
    ++solution.iterations;
    if (!descent.step()) break;
  }
  solution.fields = dual.fields();
  solution.residual = descent.violation() / size;
  for (Index r = 0; r < count; ++r)
    constraints[static_cast<std::size_t>(r)].multiplier = descent.multipliers()[r] / dual.scale(r);
  return solution;
}

}  // namespace wpga
