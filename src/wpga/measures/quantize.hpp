// A measure with many atoms brought near one with few: weighted k-means.
#pragma once

#include <cstdint>
#include <vector>

#include "wpga/base/convergence.hpp"
#include "wpga/base/options.hpp"
#include "wpga/base/random.hpp"
#include "wpga/measures/measure.hpp"

namespace wpga {

struct QuantizeOptions {
  int colors = 128;
  int iterations = 300;
  double tolerance = 3e-5;
  int restarts = 1;
  int sample = 0;

  static constexpr auto list() {
    return Listing{
        option("colors", &QuantizeOptions::colors, "atoms kept of each measure", at_least(1)),
        option("color-iterations", &QuantizeOptions::iterations, "most Lloyd iterations", at_least(1)),
        option("color-tolerance", &QuantizeOptions::tolerance,
               "relative fall of the inertia in one iteration that ends it", at_least(0)),
        option("color-restarts", &QuantizeOptions::restarts, "starts tried; the lowest inertia wins",
               at_least(1)),
        option("color-sample", &QuantizeOptions::sample,
               "distinct points the iteration may look at, drawn by weight; 0 looks at all", at_least(0))};
  }
};
static_assert(lists_every_member<QuantizeOptions>);

struct Quantization {
  Measure measure;  // at most `colors` atoms, each the mean of the points that went to it
  std::vector<std::int32_t>
      assignment;           // n: the atom each point went to; a point without weight: the nearest
  double inertia = 0;       // Σ w_j |x_j − its atom|² with w of sum 1
  Convergence convergence;  // residual: last fall of the inertia, relative
};

// Points d × n with weights (not all zero, any total).  k-means++ start (Arthur & Vassilvitskii 2007), then
// Lloyd.
//
// Sending each point to its atom is a plan, so W2²(given, quantised) ≤ inertia, with equality when each point
// went to its nearest atom, as it does at a fixed point (tolerance 0).  The mean is preserved.  Equal points
// are merged first; if no more than `colors` distinct ones remain they are the answer, and the inertia is 0.
//
// One thread; the answer depends on the points, weights, random numbers and options only.  Cost: O(d n k) for
// the start and the first iteration, then mostly O(d n) for each.
Quantization quantize(const PointsRef& points, const WeightsRef& weights, Random random,
                      const QuantizeOptions& options);

}  // namespace wpga
