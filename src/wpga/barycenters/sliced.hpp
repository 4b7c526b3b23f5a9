// Sliced-Wasserstein barycenters (Bonneel, Rabin, Peyré & Pfister 2015): W2² of the projections on lines,
// averaged over lines, is minimised instead of W2².  No plan is ever solved, so it is fast in N;
// docs/sliced.md says what that costs.
#pragma once

#include "wpga/barycenters/mean.hpp"
#include "wpga/base/options.hpp"

namespace wpga {

struct SlicedOptions {
  int directions = 64;
  std::uint64_t seed = 1;
  double tolerance = 1e-7;
  int iterations = 2000;

  static constexpr auto list() {
    using O = SlicedOptions;
    return Listing{
        option("directions", &O::directions,
               "sliced: lines to project on; evenly spread in the plane, random bases of the space above",
               at_least(1)),
        option("seed", &O::seed, "seed of the random numbers"),
        option("sliced-tolerance", &O::tolerance,
               "sliced: relative fall of the sliced variance in one iteration that ends it", at_least(0)),
        option("sliced-iterations", &O::iterations, "sliced: most iterations", at_least(1))};
  }
};
static_assert(lists_every_member<SlicedOptions>);

// Unit vectors θ (d × L, L ≥ count a multiple of d) with Σ θθ' = (L/d) I exactly, rounding apart.
Matrix slicing_directions(Index dimension, int count, std::uint64_t seed);

// A local minimum of the mean over the directions θ of Σ_i λ_i W2²(θ·Y, θ·μ_i), over p atoms Y of equal
// weight, from `start` (d × p).  `objective` is that mean and never rises; the distances are those of exact
// plans as for every mean.
//
// On a line only the λ-mean of the quantile functions matters, so measures are looked at once: O(L Σ n_i log
// n_i) in parallel, then O(L p log p) for each iteration whatever N.  Memory: L p numbers.  The same bits for
// any number of threads.
Mean sliced_mean(const MeasureFamily& family, const PointsRef& start, const SlicedOptions& options,
                 const Execution& execution = {});

}  // namespace wpga
