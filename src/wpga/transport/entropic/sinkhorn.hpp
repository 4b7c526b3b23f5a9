// Entropic transport (Cuturi 2013) as an engine of warm couplings: approximate plans, honest values.
//
// The regularisation is relative: ε = regularization × the mean cost Σ b_k a_j |z_k − x_j|² of the product
// coupling (closed form: both variances plus the squared distance of the means).  Whatever the state of the
// iteration, `primal` is the cost of a plan with exact marginals (Altschuler, Weed & Rigollet 2017) and
// `dual` the value of c-transformed potentials, so that they bracket W2²; `bias` is the regularised value
// ⟨P,C⟩ + ε KL(P | b⊗a) minus the primal.
#pragma once

#include <memory>

#include "wpga/base/options.hpp"
#include "wpga/transport/coupling.hpp"

namespace wpga {

struct SinkhornOptions {
  double regularization = 0.01;
  double marginal_tolerance = 1e-4;
  int iterations = 10000;
  double kernel_memory = 64;

  static constexpr auto list() {
    return Listing{
        option("regularization", &SinkhornOptions::regularization,
               "entropic: ε relative to the mean cost between the two measures", Range{1e-6, 1e6}),
        option("marginal-tolerance", &SinkhornOptions::marginal_tolerance,
               "entropic: L1 error of the marginals that ends the iteration; below 1e-6 the kernel is kept "
               "in double "
               "precision",
               Range{1e-13, 1}),
        option("sinkhorn-iterations", &SinkhornOptions::iterations,
               "entropic: sweeps over the kernel, at most", at_least(1)),
        option("kernel-memory", &SinkhornOptions::kernel_memory,
               "entropic: largest kernel kept, in MiB; a larger one is computed anew in every sweep",
               at_least(0))};
  }
};
static_assert(lists_every_member<SinkhornOptions>);

// Couplings whose barycentric map holds the conditional means of the entropic plan: the gradient of a convex
// function, an optimal map whether the iteration has converged or not.  `plan` and the potentials are those
// of the bounds.  At rest a coupling is its target potentials, four bytes an atom.
std::unique_ptr<TransportEngine> sinkhorn_transport(const SinkhornOptions& options = {});

}  // namespace wpga
