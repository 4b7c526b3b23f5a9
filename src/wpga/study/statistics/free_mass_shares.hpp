// Where mass is free: how much of each measure changes in number, not in place.  docs/free_mass.md
#pragma once

#include "wpga/base/options.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/study/statistics/statistic_shortfalls.hpp"
#include "wpga/transport/engine_choice.hpp"

namespace wpga {

struct FreeMassShares {
  Vector unmatched;            // N: mass that the plan from the mean takes away and adds elsewhere, 0 … 1
  double unmatched_share = 0;  // Σ λ_i penalty² unmatched_i / variance
  StatisticShortfalls shortfalls = {};

  static constexpr auto list() {
    using O = FreeMassShares;
    return Listing{
        option("unmatched", &O::unmatched,
               "mass of each measure that the plan from the mean takes away and adds elsewhere, 0 … 1"),
        option("unmatched_share", &O::unmatched_share,
               "share of the variance that is mass taken away and added, not moved"),
        option("shortfalls", &O::shortfalls, "what stopped early on the way to it")};
  }
};
static_assert(lists_every_member<FreeMassShares>);

// One transport problem for each measure.  `transport` has free mass.
FreeMassShares free_mass_shares(const MeasureFamily& family, const Measure& mean,
                                const TransportOptions& transport, const Execution& execution);

}  // namespace wpga
