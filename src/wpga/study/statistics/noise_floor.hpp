// Measures that are samples carry sampling noise: how much of the variance it is.  docs/noise_floor.md
#pragma once

#include <cstdint>

#include "wpga/base/options.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/study/statistics/statistic_shortfalls.hpp"

namespace wpga {

struct NoiseFloor {
  Vector noise;            // N: estimate of W2² between a measure and the law it samples; NaN where not known
  double noise_rate = 0;   // noise falls as n^−rate with the number n of atoms: ½ … 1 in low dimensions
  double noise_share = 0;  // Σ λ_i noise_i / variance, over the measures where it is known
  Index noise_measures = 0;  // how many these are
  StatisticShortfalls shortfalls = {};

  static constexpr auto list() {
    using O = NoiseFloor;
    return Listing{
        option("noise", &O::noise, "W2² between a measure and the law it samples, estimated from halves"),
        option("noise_rate", &O::noise_rate, "noise falls as n to the power of minus this"),
        option("noise_share", &O::noise_share, "share of the variance that is sampling noise"),
        option("noise_measures", &O::noise_measures, "measures with enough atoms of equal weight"),
        option("shortfalls", &O::shortfalls, "what stopped early on the way to it")};
  }
};
static_assert(lists_every_member<NoiseFloor>);

inline constexpr Index fewest_samples = 16;

// Each measure with at least 16 atoms of one weight is split into random halves, `splits` times.  W2² between
// them is twice the noise of a sample of half the size; the rate at which that falls with the size is seen in
// quarters, over all measures.  Halves larger than 400 atoms are cut to 400, and the rate leads on to n.
// Splits are exact transports in parallel; the same bits for any number of threads.  `variance` and
// `squared_distances` are those of the family about its mean.
NoiseFloor noise_floor(const MeasureFamily& family, const Vector& squared_distances, int splits,
                       std::uint64_t seed, const Execution& execution);

}  // namespace wpga
