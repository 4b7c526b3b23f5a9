#include "wpga/analysis/cone/field_dual.hpp"

#include <algorithm>
#include <cmath>

#include "wpga/analysis/curves/generalized_geodesic.hpp"
#include "wpga/base/decompositions.hpp"
#include "wpga/numerics/box_minimum.hpp"

namespace wpga {

FieldDual::FieldDual(const QuadraticModel& model, const std::vector<FieldConstraint>& constraints,
                     const FieldBox& box)
    : model_(model),
      constraints_(constraints),
      box_(box),
      inverse_(regular_inverse(model.metric)),
      unconstrained_(model.minimiser()),
      dimension_(model.linear[0].rows()),
      atoms_(model.linear[0].cols()),
      scale_(static_cast<Index>(constraints.size())),
      by_atom_(static_cast<std::size_t>(atoms_)) {
  for (std::size_t r = 0; r < constraints.size(); ++r) list_places(r);
}

double FieldDual::evaluate(const Vector& multipliers) {
  const Fields right = right_side(multipliers);
  if (box_.empty())
    solve_freely(right);
  else
    solve_in_box(right);
  const double primal = 0.5 * (model_.value(fields_) - model_.constant);
  slack_.resize(size());
  for (Index r = 0; r < size(); ++r) slack_[r] = -constraint(r).excess(fields_) / scale_[r];
  return -(primal - multipliers.dot(slack_));
}

Matrix FieldDual::curvature(const std::vector<Index>& place, Index count) const {
  Matrix gram = Matrix::Zero(count, count);
  for (Index k = 0; k < atoms_; ++k) add_atom(k, place, gram);
  return gram;
}

double FieldDual::size_of_fields() const {
  double sum = 0;
  for (const Matrix& field : unconstrained_) sum += squared_norm(model_.weights, field);
  return std::sqrt(sum);
}

void FieldDual::list_places(std::size_t r) {
  const FieldConstraint& listed = constraints_[r];
  double squared = 0;
  for (std::size_t e = 0; e < listed.places.size(); ++e) {
    const auto [field, atom] = listed.places[e];
    by_atom_[static_cast<std::size_t>(atom)].push_back(
        {static_cast<Index>(r), static_cast<Index>(field), static_cast<Index>(e)});
    squared += listed.coefficients.col(static_cast<Index>(e)).squaredNorm() / model_.weights[atom];
  }
  scale_[static_cast<Index>(r)] = squared > 0 ? std::sqrt(squared) : 1;
}

// linear_a − C'λ / b
Fields FieldDual::right_side(const Vector& multipliers) const {
  Fields right = model_.linear;
  for (Index k = 0; k < atoms_; ++k)
    for (const Entry& entry : by_atom_[static_cast<std::size_t>(k)]) {
      const double factor = multipliers[entry.row] / (scale_[entry.row] * model_.weights[k]);
      if (factor != 0)
        right[static_cast<std::size_t>(entry.field)].col(k) -=
            factor * constraint(entry.row).coefficients.col(entry.column);
    }
  return right;
}

void FieldDual::solve_freely(const Fields& right) {
  fields_ = right;
  if (right.size() == 1) {
    fields_[0] *= inverse_(0, 0);
  } else {
    fields_[0] = inverse_(0, 0) * right[0] + inverse_(0, 1) * right[1];
    fields_[1] = inverse_(1, 0) * right[0] + inverse_(1, 1) * right[1];
  }
}

void FieldDual::solve_in_box(const Fields& right) {
  fields_ = right;
  free_.assign(right.size(), Matrix::Zero(dimension_, atoms_));
  for (Index e = 0; e < dimension_ * atoms_; ++e) {
    BoxMinimum found;
    if (right.size() == 1)
      found = box_minimum(model_.metric(0, 0), right[0].data()[e], box_.lower[0].data()[e],
                          box_.upper[0].data()[e]);
    else
      found = box_minimum(model_.metric, {right[0].data()[e], right[1].data()[e]},
                          {box_.lower[0].data()[e], box_.lower[1].data()[e]},
                          {box_.upper[0].data()[e], box_.upper[1].data()[e]});
    for (std::size_t a = 0; a < right.size(); ++a) {
      fields_[a].data()[e] = found.value[a];
      free_[a].data()[e] = found.free[a] ? 1 : 0;
    }
  }
}

// How much field `a` moves when the right side of field `c` does, coordinate by coordinate of atom k.
Vector FieldDual::response(Index k, Index a, Index c) const {
  if (box_.empty()) return Vector::Constant(dimension_, inverse_(a, c));
  Vector result(dimension_);
  for (Index j = 0; j < dimension_; ++j) {
    const bool free_a = free_[static_cast<std::size_t>(a)](j, k) > 0;
    const bool all = std::ranges::all_of(free_, [&](const Matrix& free) { return free(j, k) > 0; });
    result[j] = all ? inverse_(a, c) : (a == c && free_a ? 1 / model_.metric(a, a) : 0);
  }
  return result;
}

void FieldDual::add_atom(Index k, const std::vector<Index>& place, Matrix& gram) const {
  const std::vector<Entry>& entries = by_atom_[static_cast<std::size_t>(k)];
  const auto fields = static_cast<Index>(fields_.size());
  for (Index a = 0; a < fields; ++a)
    for (Index c = 0; c < fields; ++c) {
      const Vector moved = response(k, a, c) / model_.weights[k];
      for (const Entry& first : entries) {
        const Index row = place[static_cast<std::size_t>(first.row)];
        if (first.field != a || row < 0) continue;
        const Vector weighted =
            moved.cwiseProduct(constraint(first.row).coefficients.col(first.column)) / scale_[first.row];
        for (const Entry& second : entries) {
          const Index column = place[static_cast<std::size_t>(second.row)];
          if (second.field != c || column < 0 || column > row) continue;
          gram(row, column) +=
              weighted.dot(constraint(second.row).coefficients.col(second.column)) / scale_[second.row];
        }
      }
    }
}

}  // namespace wpga
