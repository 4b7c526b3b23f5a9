// Iterative Bregman projections (Benamou, Carlier, Cuturi, Nenna & Peyré 2015, §3.2) in the log domain.
#pragma once

#include <vector>

#include "wpga/base/convergence.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/transport/entropic/gibbs_kernel.hpp"

namespace wpga {

struct BregmanOptions {
  double tolerance = 1e-5;
  int iterations = 2000;
};

struct BregmanMean {
  Vector weights;                 // p, sum 1
  Convergence convergence;        // residual: Σ_i λ_i |P_i 1 − b|₁ (debiased: + |D(d) own d − b|₁)
  std::vector<double> residuals;  // one for each iteration
};

// Plans P_i = D(u_i) K D(v_i) from the mean (source side of the kernel, p) to the measures (target side: the
// columns of `weights`, n × N, sum 1, zeros allowed) are projected in turn on the measures, v_i = a_i /
// K'u_i, and on a common source b = ∏ (K v_i)^λ_i, u_i = b / K v_i.
//
// With `own`, the kernel of the support with itself, b = d ∏ (K v_i)^λ_i and d ← √(d b / (own d)), whose
// fixed point is the mean of the debiased divergence (Janati, Cuturi & Gramfort 2020, Algorithm 1).  Null:
// plain.
//
// Iterates are extrapolated (numerics/mixing.hpp), which leaves the fixed point where it is.  Cost of an
// iteration: two applications of the kernel to N functions, in parallel; memory: twenty numbers for each atom
// of the support and each measure.  The same bits for any number of threads.
BregmanMean bregman_projections(const GibbsKernel& kernel, const GibbsKernel* own, const Matrix& weights,
                                const Vector& lambda, const BregmanOptions& options,
                                const Execution& execution);

}  // namespace wpga
