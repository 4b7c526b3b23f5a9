// How much components and scores would differ for other measures like these.  docs/stability.md
#pragma once

#include <cstdint>
#include <span>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/base/options.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/study/statistics/statistic_shortfalls.hpp"

namespace wpga {

struct FittedFamily;

struct Stability {
  Matrix angles;            // B × K: degrees between each component and that of the measures drawn again
  Matrix principal_angles;  // B × K: between what the first K components span, rising
  Matrix score_low;         // N × K: 5th percentile of the joint scores of each measure
  Matrix score_high;        // N × K: 95th
  Matrix influence;  // N × K: degrees that leaving out one measure turns each component; small families only
  Vector angle_error;  // K: standard error of the directions by the jackknife, degrees; small families only
  StatisticShortfalls shortfalls = {};  // of draws and of measures left out

  static constexpr auto list() {
    using O = Stability;
    return Listing{
        option("angles", &O::angles, "degrees between each component and that of the measures drawn again"),
        option("principal_angles", &O::principal_angles,
               "degrees between what all components span, and those of the measures drawn again"),
        option("score_low", &O::score_low, "5th percentile of the joint score of each measure"),
        option("score_high", &O::score_high, "95th percentile of the joint score of each measure"),
        option("influence", &O::influence, "degrees that leaving out one measure turns each component"),
        option("angle_error", &O::angle_error, "standard error of each direction by the jackknife, degrees"),
        option("shortfalls", &O::shortfalls, "what stopped early on the way to it")};
  }
};
static_assert(lists_every_member<Stability>);

inline constexpr Index most_for_jackknife = 20;

// `draws` refits of measures drawn with replacement, those of bootstrap.hpp for the same seed; with up to 20
// measures one more without each of them.  Throws InputError for curves of weights and for means whose atoms
// do not stay the same ones: directions can only be compared atom by atom.
Stability find_stability(const FittedFamily& fitted, int draws, std::uint64_t seed,
                         const Execution& execution);

// Degrees, 0 … 90, between fields in L²(mean), whatever their signs.
double angle_between(const Vector& weights, const Matrix& first, const Matrix& second);

// Degrees between what two sets of as many fields span, rising (Jordan 1875); 90 where a field is missing.
Vector principal_angles_between(const Vector& weights, std::span<const Matrix> first,
                                std::span<const Matrix> second);

}  // namespace wpga
