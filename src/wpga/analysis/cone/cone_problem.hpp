// The program of the nearest optimal maps on arcs, and what its points prove.  docs/optimal_map.md
//
// y_k ↦ y_k + w_k is an optimal map iff there are potentials φ with φ_l ≥ φ_k + ⟨y_k + w_k, y_l − y_k⟩ for
// all k, l (Rockafellar 1966).  With φ = |y|²/2 + ψ each arc k → l has the slack
//   s = ½ |y_l − y_k|² + ψ_l − ψ_k − ⟨w_k, y_l − y_k⟩ ≥ 0,
// and w = ψ = 0 is strictly inside.
#pragma once

#include <vector>

#include "wpga/analysis/cone/atom_sites.hpp"
#include "wpga/analysis/cone/cone_point.hpp"
#include "wpga/analysis/cone/field_program.hpp"

namespace wpga {

// min ½ Σ_ab metric_ab ⟨U_a, U_b⟩ − Σ_a ⟨U_a, linear_a⟩ over fields U for which every end W_e = Σ_a ends_ea
// U_a is an optimal map, under equalities and a box: half of a QuadraticModel without its constant.
struct ConeProblem {
  ConeProblem(const AtomSites& atom_sites, const QuadraticModel& model, const Matrix& ends_of_fields,
              const std::vector<FieldConstraint>& constraints, const FieldBox& box);

  Index dimension() const { return sites.points.rows(); }
  Index atoms() const { return sites.points.cols(); }
  Index rows() const { return linear.rows(); }  // F·d
  bool boxed() const { return lower.size() > 0; }

  double value(const Matrix& fields) const;
  Matrix metric_times(const Matrix& fields) const;
  Matrix inverse_times(const Matrix& fields) const;

  // ∂slack/∂fields of each arc at its source, negated: Σ_a ends_ea (y_target − y_source), F·d × arcs.
  Matrix gradients(const std::vector<ConeArc>& arcs) const;

  const AtomSites& sites;
  Matrix ends;             // E × F
  Matrix metric, inverse;  // F × F
  Matrix linear;           // F·d × p
  Matrix equalities;       // F·d·p × m, coefficients
  Vector bounds;           // m
  Matrix lower, upper;     // F·d × p or empty; infinite where there is no bound
};

// Adds ψ_l − ψ_k − ⟨w_k, y_l − y_k⟩ of each arc.
void add_slacks(const ConeProblem& problem, const std::vector<ConeArc>& arcs, const Matrix& gradients,
                const Matrix& fields, const Matrix& potentials, Vector& slacks);

// Gives every arc its slack at the point: ½ |y_l − y_k|² and what add_slacks adds.
void find_slacks(const ConeProblem& problem, const Matrix& gradients, const Matrix& fields,
                 const Matrix& potentials, std::vector<ConeArc>& arcs);

// Adds Σ factor · ∂(−slack)/∂(fields, potentials) of the arcs: its transpose.
void add_pull(const ConeProblem& problem, const std::vector<ConeArc>& arcs, const Matrix& gradients,
              const Vector& factors, Matrix& fields, Matrix& potentials);

// How far a point is from satisfying the conditions of Karush, Kuhn and Tucker.
struct ConeResiduals {
  Matrix fields;           // stationarity in the fields, F·d × p
  Matrix potentials;       // and in the potentials: what arcs bring to each site and do not take away
  Vector equalities;       // m
  Matrix low, high;        // of the box
  double complementarity;  // Σ slack · multiplier
  double barrier_weight;   // of all inequalities together
  double left_over;        // an estimate of what the residuals add to the distance from the minimum
};
ConeResiduals residuals_of(const ConeProblem& problem, const ConePoint& point, const Matrix& gradients);

// What an inequality counts in the barrier.  Arcs share the masses at both of their ends, so that flow may
// pass through light atoms, and an atom split in two halves changes nothing.
double barrier_weight(const AtomSites& sites, const ConeArc& arc);

// A lower bound of the minimum: the dual value of the multipliers, once flows that balance every site have
// been added to those of the arcs.
double proved_minimum(const ConeProblem& problem, const ConePoint& point, const Matrix& gradients);

}  // namespace wpga
