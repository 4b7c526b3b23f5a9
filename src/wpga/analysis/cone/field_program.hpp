// A quadratic function of one or two fields on the atoms of the mean, and its minimum under linear
// constraints and a box: the one convex program behind every step of a fit.  docs/field_program.md
#pragma once

#include <vector>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

// F fields, each d × p.
using Fields = std::vector<Matrix>;

// value(U) = constant + Σ_ab metric_ab ⟨U_a, U_b⟩ − 2 Σ_a ⟨U_a, linear_a⟩, inner products in L²(mean).
struct QuadraticModel {
  Vector weights;  // p: b
  Matrix metric;   // F × F, positive definite
  Fields linear;   // F
  double constant = 0;

  double value(const Fields& fields) const;
  // The minimiser without constraints.
  Fields minimiser() const;
};

// Adds a pull towards `fields` as strong as `ridge` times the mean of the metric's diagonal, so that
// directions the data say nothing about stay where they are.
QuadraticModel held_near(const QuadraticModel& model, const Fields& fields, double ridge);

// Of steps: weak enough not to slow the descent, strong enough to keep the normal matrix invertible when all
// times are equal.
inline constexpr double step_ridge = 1e-3;

// Σ_e coefficients_e · U_{field_e, atom_e} ≤ bound, or = bound.
struct FieldConstraint {
  struct Place {
    int field;
    int atom;
  };
  std::vector<Place> places;
  Matrix coefficients;  // d × places
  double bound = 0;
  bool equality = false;
  double multiplier = 0;  // of the last solution: where the next one starts

  double excess(const Fields& fields) const;  // left side minus bound
};

// Coordinatewise bounds for each field; empty: none.
struct FieldBox {
  Fields lower, upper;

  bool empty() const { return lower.empty(); }
};

struct FieldSolution {
  Fields fields;
  int iterations = 0;
  double residual = 0;  // largest violation, as a distance relative to the size of the fields
};

// The minimum under all constraints, by a projected Newton method on the dual (Bertsekas 1982): for given
// multipliers the fields follow in closed form, atom by atom, box included; the dual is concave and piecewise
// quadratic with one unknown for each constraint.  Starts from, and updates, the multipliers.  The
// constraints and the box must have a common point.
FieldSolution minimise(const QuadraticModel& model, std::vector<FieldConstraint>& constraints,
                       const FieldBox& box);

}  // namespace wpga
