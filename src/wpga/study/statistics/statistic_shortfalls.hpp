// What stopped before its end on the way to a statistic: fits to other measures of the family, and transport
// problems beside them.
#pragma once

#include "wpga/analysis/analysis.hpp"
#include "wpga/base/options.hpp"

namespace wpga {

struct Mean;

// All but `fits` are 0 in a sound statistic.
struct StatisticShortfalls {
  Index fits = 0;            // to parts of the family, to measures drawn again or counting differently
  Index unsettled_fits = 0;  // of these, how many ended before their tolerance was reached
  Index unfinished_cone_steps = 0;
  Index unconverged_transports = 0;
  Index contradictions = 0;

  static constexpr auto list() {
    using O = StatisticShortfalls;
    return Listing{
        option("fits", &O::fits, "fits to other measures of the family that it took"),
        option("unsettled_fits", &O::unsettled_fits,
               "of these, how many ended before their tolerance was reached"),
        option("unfinished_cone_steps", &O::unfinished_cone_steps,
               "steps of these fits that are feasible, but not proven the minimum"),
        option("unconverged_transports", &O::unconverged_transports, "transport problems that stopped early"),
        option("contradictions", &O::contradictions,
               "lower bounds above their upper bounds by more than rounding")};
  }

  StatisticShortfalls& operator+=(const Shortfalls& other) {
    unfinished_cone_steps += other.unfinished_cone_steps;
    unconverged_transports += other.unconverged_transports;
    contradictions += other.contradictions;
    return *this;
  }
  StatisticShortfalls& operator+=(const StatisticShortfalls& other) {
    fits += other.fits;
    unsettled_fits += other.unsettled_fits;
    return *this += other.alone();
  }

  Shortfalls alone() const { return {unfinished_cone_steps, unconverged_transports, contradictions}; }
  bool any() const { return unsettled_fits > 0 || alone().any(); }
};
static_assert(lists_every_member<StatisticShortfalls>);

// Of a whole fit about a mean found for it; `fits` is 1.
StatisticShortfalls shortfalls_of_fit(const Mean& mean, const Analysis& analysis);

}  // namespace wpga
