// The sum of squared distances to K ≥ 1 curves, bounded from above by a quadratic function of all their
// fields: plans and times stay fixed, so the data enter through a few sums only.
#pragma once

#include <functional>
#include <string_view>

#include "wpga/analysis/cone/field_program.hpp"
#include "wpga/parallel/parcel.hpp"
#include "wpga/transport/family_couplings.hpp"

namespace wpga {

// Σ_i λ_i ‖Σ_c (1−t_ic) U_2c + t_ic U_2c+1 − R_i‖² + constant with R_i = T_i − Y; U_2c, U_2c+1 are the ends
// of curve c.
struct MajoriserPass {
  QuadraticModel model;      // of 2 K fields; its value at the curves is the objective
  double objective = 0;      // Σ_i λ_i d_i with the plans and times found
  Vector squared_distances;  // N: d_i, the cost of a plan at the times of measure i
  Index not_converged = 0;   // transport problems that stopped early
};

struct PlanWorkspace {
  FamilyCouplings::Worker worker;
  Matrix points, map;  // d × p
};

// A plan (through its map, in the workspace), and the times it is used at.
struct PlanChoice {
  Vector times;         // K
  double distance;      // what it costs there
  double spread;        // of the plan about its map: the part of the cost that no curve changes
  Index not_converged;  // solves that stopped early on the way to it
};
using ChoosePlan = std::function<PlanChoice(PlanWorkspace&, Index measure)>;
// Lists what `choose` writes about a measure, for the other ranks.
using PlanResults = std::function<void(Parcel&, Index measure)>;

// The sums over all measures, whose plans and times `choose` picks.
MajoriserPass sum_plans(const CenteredPoints& mean, Index curves, const FamilyCouplings& couplings,
                        const ChoosePlan& choose, std::string_view task_name, const Execution& execution,
                        const PlanResults& results);

}  // namespace wpga
