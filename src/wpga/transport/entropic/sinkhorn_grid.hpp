// Entropic transport from one source to N measures that share a support: one kernel serves them all.
//
// All N use the same absolute ε = regularization × the mean over the measures of their mean cost to the
// source.  Every value is bracketed as in sinkhorn.hpp: rounding to exact marginals (Altschuler, Weed &
// Rigollet 2017) with its rank-one correction in closed form, and c-transforms; on a grid both are separable,
// so nothing of size p × p is ever formed.  Weights may be zero: such atoms take no part.
#pragma once

#include <vector>

#include "wpga/parallel/execution.hpp"
#include "wpga/transport/entropic/gibbs_kernel.hpp"
#include "wpga/transport/entropic/sinkhorn.hpp"

namespace wpga {

struct BatchTransport {
  std::vector<TransportValue> values;  // one for each measure
  Matrix target_potentials;            // n × N, entropic: a warm start for the next source
  double regularization = 0;           // absolute
};

// Source points (d × p) with weights b (p, sum 1); support (d × n); weights: n × N, every column sums to 1.
// start: n × N potentials of an earlier call, or empty.  Where the range of the costs is too large for
// products, or the kernel too large for options.kernel_memory, the measures are solved one by one on
// stabilised kernels.
BatchTransport shared_support_transport(const PointsRef& source, const WeightsRef& source_weights,
                                        const PointsRef& support, const Matrix& weights,
                                        const SinkhornOptions& options = {}, const Matrix& start = {},
                                        const Execution& execution = {});

// The same with everything on one regular grid; memory and time per sweep O(size × Σ shape) for each measure.
BatchTransport grid_transport(const Grid& grid, const WeightsRef& source_weights, const Matrix& weights,
                              const SinkhornOptions& options = {}, const Matrix& start = {},
                              const Execution& execution = {});

// The conditional means of the entropic plan towards one measure of the support: d × p.  potentials: a column
// of target_potentials.
Matrix conditional_means(const GibbsKernel& kernel, const PointsRef& support, const WeightsRef& weights,
                         const WeightsRef& potentials);

}  // namespace wpga
