// Wasserstein means whose atoms stay and whose weights are sought: iterative Bregman projections (Benamou et
// al. 2015; on grids the convolutional form of Solomon et al. 2015), debiased on request (Janati et al.
// 2020), and the dual subgradient method (Cuturi & Doucet 2014, Algorithm 1).  docs/fixed_support.md compares
// them.
#pragma once

#include <array>
#include <string_view>

#include "wpga/barycenters/mean.hpp"
#include "wpga/base/options.hpp"
#include "wpga/transport/entropic/gibbs_kernel.hpp"

namespace wpga {

enum class FixedAlgorithm { bregman, debiased, subgradient };
constexpr std::array<std::string_view, 3> names(FixedAlgorithm) {
  return {"bregman", "debiased", "subgradient"};
}

struct FixedSupportOptions {
  FixedAlgorithm algorithm = FixedAlgorithm::bregman;
  double regularization = 0.01;
  double tolerance = 1e-5;
  int iterations = 2000;
  double prune = 1e-4;
  double step = 1;

  static constexpr auto list() {
    using O = FixedSupportOptions;
    return Listing{
        option("fixed-algorithm", &O::algorithm,
               "fixed: iterative Bregman projections, the same debiased, or exact dual subgradients"),
        option("fixed-regularization", &O::regularization,
               "fixed: ε relative to the mean cost between the support and the measures", between(1e-5, 1e3)),
        option("fixed-tolerance", &O::tolerance,
               "fixed: mass by which the measures still disagree about the mean (bregman), or relative fall "
               "of the variance in ten iterations (subgradient), that ends the iteration",
               at_least(0)),
        option("fixed-iterations", &O::iterations, "fixed: most iterations", at_least(1)),
        option("prune", &O::prune, "fixed: mass of the lightest atoms that may be dropped together",
               between(0, 0.5)),
        option("step", &O::step,
               "fixed, subgradient: largest change of the logarithm of a weight in the first iteration",
               positive())};
  }
};
static_assert(lists_every_member<FixedSupportOptions>);

// Weights on the support (d × p).  bregman minimises Σ_i λ_i (⟨P_i,C⟩ + ε KL(P_i)), which blurs; debiased
// takes the blur of a single measure back out.  ε = regularization × Σ_i λ_i Σ_kj a_ij |y_k − x_ij|² / p.
// subgradient follows Σ_i λ_i u_i of exact couplings and keeps the best weights seen.
//
// `convergence.residual` is Σ_i λ_i |Σ_j P_i,kj − b_k|₁ for the first two.  Memory of these: the kernel
// between the support and all distinct atoms (at most 2²⁷ entries, else InputError), and two such rows of
// atoms for each measure.  The same bits for any number of threads.
Mean fixed_support_mean(const MeasureFamily& family, const PointsRef& support,
                        const FixedSupportOptions& options, const Execution& execution = {});

// The same on all cells of the grid the measures live on (family.space().grid, atoms at cell centres as
// from_image.hpp places them); kernels are separable, so nothing of size p × p is formed.  Throws InputError
// for a family without a grid, or with atoms off the cell centres.
Mean grid_mean(const MeasureFamily& family, const FixedSupportOptions& options,
               const Execution& execution = {});

// Do all atoms sit at the cell centres of the family's grid?
bool lives_on_grid(const MeasureFamily& family);

}  // namespace wpga
