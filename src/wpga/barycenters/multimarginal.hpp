// The exact barycenter of a few small measures: the multi-marginal linear program (Agueh & Carlier 2011, §4).
#pragma once

#include <cstdint>
#include <vector>

#include "wpga/base/options.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/transport/coupling.hpp"

namespace wpga {

struct MultimarginalOptions {
  double tolerance = 1e-9;
  int rounds = 1000;
  double tuples = 1e9;
  int atoms = 2000;

  static constexpr auto list() {
    return Listing{option("multimarginal-tolerance", &MultimarginalOptions::tolerance,
                          "duality gap that ends the search, relative to the pooled variance", at_least(0)),
                   option("multimarginal-rounds", &MultimarginalOptions::rounds,
                          "most rounds of column generation", at_least(1)),
                   option("multimarginal-tuples", &MultimarginalOptions::tuples,
                          "largest product of the measures' sizes that is accepted", at_least(1)),
                   option("multimarginal-atoms", &MultimarginalOptions::atoms,
                          "largest sum of the measures' sizes that is accepted", at_least(1))};
  }
};
static_assert(lists_every_member<MultimarginalOptions>);

// A coupling of all N measures at once: a law on tuples of atoms, one atom of each.
struct MultimarginalCoupling {
  Measure barycenter;    // the law of the λ-average of a tuple; equal averages merged
  TransportValue value;  // primal: Σ_i λ_i W2²(μ_i, barycenter), the least there is
  Eigen::MatrixX<std::int32_t>
      tuples;                      // N × m: atoms of the tuples with mass; −1 for measures of weight λ_i = 0
  Vector masses;                   // m, positive, sum 1
  std::vector<Vector> potentials;  // N: Σ_i u_i(j_i) ≤ cost(j) for every tuple, rounding apart
};

// minimise Σ_j π_j cost(j) over couplings π of the measures, where for a tuple j with λ-average m
//   cost(j) = Σ_i λ_i |x_i,j_i − m|²    and    λ_i = family.measure_weight(i).
// A vertex: at most Σ n_i − N + 1 tuples have mass.  Marginals hold to about 1e-11; tuples of less than 1e-12
// are dropped.
//
// Column generation: the program is solved on a few tuples, its potentials are tried on all ∏ n_i of them,
// the most violated ones join; a few dozen rounds.  A round costs O(d ∏ n_i), vectorised, and a solve warm
// from the last; memory O(d ∏ n_i / 4096).  Throws InputError when ∏ n_i over the measures with λ_i > 0
// exceeds options.tuples, or Σ n_i options.atoms.  One thread, deterministic.
MultimarginalCoupling multimarginal_coupling(const MeasureFamily& family,
                                             const MultimarginalOptions& options);

}  // namespace wpga
