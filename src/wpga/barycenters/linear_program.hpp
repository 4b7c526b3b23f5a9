// The exact mean among all measures on given atoms, as one linear program; and the exact mean among all
// measures.  For small problems, and as the judge of every other method.
#pragma once

#include "wpga/barycenters/mean.hpp"
#include "wpga/barycenters/multimarginal.hpp"
#include "wpga/base/options.hpp"

namespace wpga {

struct LinearProgramOptions {
  double tolerance = 1e-9;
  int rounds = 1000;
  int rows = 6000;

  static constexpr auto list() {
    using O = LinearProgramOptions;
    return Listing{option("lp-tolerance", &O::tolerance,
                          "lp: gap that ends the search, relative to the variance", at_least(0)),
                   option("lp-rounds", &O::rounds, "lp: most rounds of column generation", at_least(1)),
                   option("lp-rows", &O::rows,
                          "lp: largest number of constraints that is accepted: all atoms of all measures, "
                          "and the support once for each measure",
                          at_least(1))};
  }
};
static_assert(lists_every_member<LinearProgramOptions>);

// The weights b on the support (d × p) that minimise Σ_i λ_i W2²(Σ_k b_k δ(y_k), μ_i) (Carlier, Oberman &
// Oudet 2015, §3): plans P_i ≥ 0 with Σ_k P_i,kj = a_ij and the same Σ_j P_i,kj = b_k for all i.  `gap`
// bounds how far the variance is above the optimum, from a dual solution.  Atoms without weight are left out.
//
// Column generation from the plans of uniform weights; pricing costs O(d p Σ n_i) a round.  One thread but
// for the first plans and the last distances.  Throws InputError beyond options.rows.
Mean linear_program_mean(const MeasureFamily& family, const PointsRef& support,
                         const LinearProgramOptions& options, const Execution& execution = {});

// The exact mean, its atoms free (barycenters/multimarginal.hpp): nothing has a lower variance.
Mean multimarginal_mean(const MeasureFamily& family, const MultimarginalOptions& options,
                        const Execution& execution = {});

}  // namespace wpga
