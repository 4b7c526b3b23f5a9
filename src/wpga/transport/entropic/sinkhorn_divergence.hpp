// The debiased Sinkhorn divergence (Genevay, Peyré & Cuturi 2018; Feydy et al. 2019)
//
//   S_ε(μ,ν) = OT_ε(μ,ν) − ½ OT_ε(μ,μ) − ½ OT_ε(ν,ν),   OT_ε = min ⟨P,C⟩ + ε KL(P | μ⊗ν),   C = |x−y|²:
//
// non-negative, zero only for μ = ν, W2² as ε → 0 and |mean(μ) − mean(ν)|² as ε → ∞.
#pragma once

#include "wpga/transport/entropic/sinkhorn.hpp"

namespace wpga {

struct SinkhornDivergence {
  double divergence = 0;
  double between = 0;    // OT_ε(μ,ν)
  double of_source = 0;  // OT_ε(μ,μ)
  double of_target = 0;  // OT_ε(ν,ν)
  double regularization =
      0;  // the absolute ε of all three: relative regularisation × mean cost between μ and ν
  Convergence convergence;  // of the worst of the three
};

// Three entropic solves in double precision.  Dual values are stationary at the solution: their error is of
// second order in the marginal error that ends the iteration.
SinkhornDivergence sinkhorn_divergence(const MeasureView& source, const MeasureView& target,
                                       const SinkhornOptions& options = {});

}  // namespace wpga
