// The sum of squared distances to a curve, bounded from above by a quadratic function of its two fields
// (equation (8) of the paper): plans and times stay fixed, so the data enter through five sums only.
#pragma once

#include "wpga/analysis/cone/field_program.hpp"
#include "wpga/analysis/curves/generalized_geodesic.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/transport/family_couplings.hpp"

namespace wpga {

class PositionSearch;

// A curve by where it starts and ends: the fields are −V1 and V2, so that both maps are id + u.
Fields ends_of(const GeneralizedGeodesic& curve);
GeneralizedGeodesic curve_between(const Fields& ends);

// Σ_i λ_i ‖(1−t_i) U_0 + t_i U_1 − R_i‖² + constant with R_i = T_i − Y.
struct MajoriserPass {
  QuadraticModel model;      // its value at the curve is the objective
  double objective = 0;      // Σ_i λ_i d_i with the plans and times found
  Vector squared_distances;  // N: d_i, the cost of a plan at times_i
  Index not_converged = 0;   // transport problems that stopped early
};

// One warm solve for each measure at times_i, then times_i in closed form.  With exact couplings the
// objective is at most what the last plans and times give on this curve; entropic maps are not quite those of
// the rounded plans whose cost is known, so there it is so up to their marginal tolerance.  `mean` is centred
// as the couplings are.
MajoriserPass majorise(const Matrix& mean, const GeneralizedGeodesic& curve, Vector& times,
                       FamilyCouplings& couplings, const Execution& execution);

// The paper's search: the best of equally spaced times for each measure, at the cost of that many solves.
MajoriserPass majorise_on_grid(const Matrix& mean, const GeneralizedGeodesic& curve, int grid, Vector& times,
                               const FamilyCouplings& couplings, PositionSearch& search,
                               const Execution& execution);

}  // namespace wpga
