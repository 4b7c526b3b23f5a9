// The sum of squared distances to several curves together, bounded from above by a quadratic function of all
// their fields: majoriser.hpp for K curves.
#pragma once

#include <span>

#include "wpga/analysis/cone/field_program.hpp"
#include "wpga/analysis/curves/generalized_geodesic.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/transport/family_couplings.hpp"

namespace wpga {

// Σ_i λ_i ‖Σ_c (1−t_ic) U_2c + t_ic U_2c+1 − R_i‖² + constant with R_i = T_i − Y; U_2c, U_2c+1 are the ends
// of curve c.
struct JointPass {
  QuadraticModel model;     // of 2 K fields; its value at the curves is the objective
  double objective = 0;     // Σ_i λ_i d_i with the plans and times found
  Index not_converged = 0;  // transport problems that stopped early
};

// One warm solve for each measure at its times (a row of N × K), then its times for that plan.  With exact
// couplings the objective is at most what the last plans and times give on these curves.  `mean` is centred
// as the couplings are.
JointPass majorise_jointly(const Matrix& mean, std::span<const GeneralizedGeodesic> curves, Matrix& times,
                           FamilyCouplings& couplings, const Execution& execution);

// The model as a function of the two fields of one curve, the others as they are.
QuadraticModel model_of_curve(const QuadraticModel& model, const Fields& fields, std::size_t curve);

}  // namespace wpga
