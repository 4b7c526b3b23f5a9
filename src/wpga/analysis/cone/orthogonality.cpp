#include "wpga/analysis/cone/orthogonality.hpp"

#include <algorithm>
#include <cmath>

namespace wpga {

namespace {

// Adds sign · ⟨U_field, direction⟩ to the left side.
void add_field(const WeightsRef& weights, const Matrix& direction, int field, double sign,
               FieldConstraint& constraint) {
  const Index before = constraint.coefficients.cols();
  constraint.coefficients.conservativeResize(direction.rows(), before + direction.cols());
  for (Index k = 0; k < direction.cols(); ++k) {
    constraint.places.push_back({field, static_cast<int>(k)});
    constraint.coefficients.col(before + k) = sign * weights[k] * direction.col(k);
  }
}

FieldConstraint orthogonal_to(const WeightsRef& weights, const Matrix& direction, int field) {
  FieldConstraint constraint{.equality = true};
  add_field(weights, direction, field, 1, constraint);
  return constraint;
}

}  // namespace

std::vector<FieldConstraint> orthogonality_constraints(const WeightsRef& weights,
                                                       std::span<const Matrix> earlier, Orthogonality kind) {
  std::vector<FieldConstraint> constraints;
  for (const Matrix& direction : earlier) {
    if (kind == Orthogonality::each) {
      for (const int field : {0, 1}) constraints.push_back(orthogonal_to(weights, direction, field));
    } else {
      constraints.push_back(orthogonal_to(weights, direction, 1));
      add_field(weights, direction, 0, -1, constraints.back());  // V1 + V2 = U_1 − U_0
    }
  }
  return constraints;
}

std::vector<FieldConstraint> orthogonality_constraints(const WeightsRef& weights,
                                                       std::span<const Matrix> earlier) {
  std::vector<FieldConstraint> constraints;
  for (const Matrix& direction : earlier) constraints.push_back(orthogonal_to(weights, direction, 0));
  return constraints;
}

Matrix off_directions(const WeightsRef& weights, Matrix field, std::span<const Matrix> earlier) {
  for (const Matrix& direction : earlier) {
    const double squared = squared_norm(weights, direction);
    if (squared > 0) field -= inner_product(weights, field, direction) / squared * direction;
  }
  return field;
}

double orthogonality_gap(const WeightsRef& weights, const GeneralizedGeodesic& curve,
                         std::span<const Matrix> earlier, Orthogonality kind) {
  const double size =
      std::sqrt(squared_norm(weights, curve.backward)) + std::sqrt(squared_norm(weights, curve.forward));
  if (!(size > 0)) return 0;
  double gap = 0;
  for (const Matrix& direction : earlier) {
    const double unit = size * std::sqrt(squared_norm(weights, direction));
    const double backward = inner_product(weights, curve.backward, direction) / unit;
    const double forward = inner_product(weights, curve.forward, direction) / unit;
    gap = std::max(gap, kind == Orthogonality::each ? std::max(std::abs(backward), std::abs(forward))
                                                    : std::abs(backward + forward));
  }
  return gap;
}

}  // namespace wpga
