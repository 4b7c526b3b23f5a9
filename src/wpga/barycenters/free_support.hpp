// Wasserstein means whose atoms move (Cuturi & Doucet 2014, Algorithm 2), on couplings kept warm.
// docs/free_support.md tells the method, why it never rises, and what it costs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "wpga/barycenters/mean.hpp"
#include "wpga/barycenters/starting_support.hpp"
#include "wpga/base/options.hpp"
#include "wpga/transport/engine_choice.hpp"

namespace wpga {

// uniform: all atoms of the mean weigh the same.  optimize: weights follow the dual potentials downhill.
enum class MeanWeights { uniform, optimize };
constexpr std::array<std::string_view, 2> names(MeanWeights) { return {"uniform", "optimize"}; }

struct FreeSupportOptions {
  std::optional<int> support;
  MeanWeights weights = MeanWeights::uniform;
  SupportStart start = SupportStart::kmeans;
  int restarts = 1;
  std::uint64_t seed = 1;
  double tolerance = 1e-5;
  int iterations = 300;
  double relaxation = 1.9;

  static constexpr auto list() {
    using O = FreeSupportOptions;
    return Listing{
        option("support", &O::support,
               "atoms of the mean; unless given 256, or as many as there are distinct atoms; a multiple of n "
               "where "
               "every measure has n atoms of equal weight",
               at_least(1)),
        option("weights", &O::weights,
               "uniform: every atom of the mean weighs the same; optimize: weights are improved too"),
        option("start", &O::start, "first atoms: k-means of all atoms together, or a grid over their box"),
        option("restarts", &O::restarts, "starts tried; the lowest variance wins", at_least(1)),
        option("seed", &O::seed, "seed of the random numbers"),
        option("tolerance", &O::tolerance, "relative fall of the variance in one iteration that ends it",
               at_least(0)),
        option("iterations", &O::iterations, "most iterations from one start", at_least(1)),
        option(
            "relaxation", &O::relaxation,
            "over-relaxation of the first steps: a multiple of the step to the mean of the barycentric maps; "
            "below 2 the variance cannot rise",
            Range{0, 1.999, true})};
  }
};
static_assert(lists_every_member<FreeSupportOptions>);

// A local minimum of Σ_i λ_i W2²(Σ_k b_k δ(y_k), μ_i) over the atoms y (and the weights b, if asked).
//
// Each iteration solves N couplings, warm from the last one, and moves every atom towards the λ-mean of where
// they send it.  With exact couplings `objective` never rises.  Entropic ones aim at a smoothed objective;
// the best atoms seen are kept.  Cost of an iteration: N warm solves, shared among the threads; memory: a few
// bytes for each atom of the family.  The same bits for any number of threads.
//
// Throws InputError for an empty family or a support larger than the pool of distinct atoms.
Mean free_support_mean(const MeasureFamily& family, const TransportOptions& transport,
                       const FreeSupportOptions& options, const Execution& execution = {});

// The same from given atoms and weights, which must be positive; support, start, restarts and seed do not
// matter, and with MeanWeights::uniform the weights stay as given.
Mean free_support_mean(const MeasureFamily& family, const Measure& start, const TransportOptions& transport,
                       const FreeSupportOptions& options, const Execution& execution = {});

}  // namespace wpga
