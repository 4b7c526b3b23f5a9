// The deformation of a template that brings it nearest to a measure, within a parametric family.
#pragma once

#include <array>
#include <string_view>

#include "wpga/base/convergence.hpp"
#include "wpga/measures/measure.hpp"
#include "wpga/transport/coupling.hpp"

namespace wpga {

// translation  x ↦ x + c
// scale        x ↦ c + s x, s ≥ 0
// scatter      x ↦ c + A x, A symmetric positive semidefinite
enum class Deformation { translation, scale, scatter };
constexpr std::array<std::string_view, 3> names(Deformation) { return {"translation", "scale", "scatter"}; }

// x ↦ mean + shift + linear (x − mean), about the mean of the template.  All three kinds are gradients of
// convex functions, hence optimal maps.
struct AffineMap {
  Matrix linear;            // d × d
  Vector shift;             // d
  Convergence convergence;  // of plan and linear part in turns; residual: the last relative fall of W2²
};

// argmin tr(A S A) − 2 tr(A C) over symmetric A that are positive semidefinite on the range of S: on points
// with covariance S no more is needed for an optimal map.  Where S and C say nothing A is the identity.
// `near` is where to begin, the answer for another C, say.
Matrix positive_least_squares(const Matrix& scatter, const Matrix& cross, const Matrix* near = nullptr);

// A deformation near the best one, min W2²(deformed template, target), with a coupling attached to the
// target. Means always match.  translation: exact at once.  scale: the plan does not depend on s, so one
// solve is exact. scatter: from the map between the normal laws with the same moments, plan and A in turns,
// which never rises, until it falls by less than 1e-6 or 100 times; exact for targets that are such
// deformations.
AffineMap nearest_deformation(const Measure& source, const MeasureView& target, Deformation kind,
                              Coupling& coupling);

// Rough processor seconds of the linear algebra of one nearest_deformation of so many atoms, plans apart.
// docs/template.md has the measurements.
double estimated_seconds(Deformation kind, Index atoms, Index dimension);

}  // namespace wpga
