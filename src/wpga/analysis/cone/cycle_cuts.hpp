// Cyclical monotonicity: y ↦ y + u(y) is optimal on atoms y_k iff for every cycle k → next(k) of atoms
//   Σ_k u_k · (y_next(k) − y_k) ≤ ½ Σ_k |y_next(k) − y_k|².
// A cycle depends only on the atoms, so one that was found for one field serves all later ones.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wpga/analysis/cone/field_program.hpp"
#include "wpga/transport/coupling.hpp"

namespace wpga {

// Atoms in the order of the cycle; the last leads to the first.
using Cycle = std::vector<std::int32_t>;

// A cycle and the mass that goes along each of its arcs.
struct CarriedCycle {
  Cycle atoms;
  double mass = 0;
};

// The cycles of a plan of the mean with itself.  Masses that stay where they are belong to none.
std::vector<CarriedCycle> carried_cycles_of(std::vector<PlanEntry> plan);
std::vector<Cycle> cycles_of(std::vector<PlanEntry> plan);

// Left side minus right side: positive for a cycle that the field violates.
double violation(const PointsRef& atoms, const PointsRef& field, const Cycle& cycle);

// The same as a constraint on one of several fields.
FieldConstraint constraint_of(const PointsRef& atoms, const Cycle& cycle, int field);

}  // namespace wpga
