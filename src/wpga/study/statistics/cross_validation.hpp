// What components explain of measures that they were not fitted to, and how many of them help there.
// docs/how_many.md
#pragma once

#include <cstdint>
#include <vector>

#include "wpga/analysis/curves/generalized_geodesic.hpp"
#include "wpga/base/options.hpp"
#include "wpga/base/random.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/study/statistics/statistic_shortfalls.hpp"

namespace wpga {

struct FittedFamily;

struct CrossValidation {
  Index folds = 0;
  Vector held_out_explained;   // K: share of the variance of held-out measures, each component alone
  Vector held_out_cumulative;  // K: by the first 1 … K together
  // K: share of the motion of hidden atoms that the first 1 … K components foretell from the other atoms of a
  // held-out measure.  Unlike the shares above it falls where a component fits noise.  Empty for curves of
  // weights.
  Vector foretold;
  Vector foretold_p;                    // K: sign-flip test that the component adds nothing to it
  Index helpful = 0;                    // so many components in a row help at the level of 5 %
  StatisticShortfalls shortfalls = {};  // of the folds

  static constexpr auto list() {
    using O = CrossValidation;
    return Listing{
        option("folds", &O::folds, "parts of the family, each held out once"),
        option("held_out_explained", &O::held_out_explained,
               "share of the variance of held-out measures that each component alone explains"),
        option("held_out_cumulative", &O::held_out_cumulative, "the same for the first 1 … K together"),
        option("foretold", &O::foretold,
               "share of the motion of hidden atoms that the first 1 … K foretell from the others"),
        option("foretold_p", &O::foretold_p, "chance of such a gain from a component that adds nothing"),
        option("helpful", &O::helpful, "components in a row that help at the level of 5 %"),
        option("shortfalls", &O::shortfalls, "what stopped early on the way to it")};
  }
};
static_assert(lists_every_member<CrossValidation>);

// Which measures are held out together: a number below `folds` for each, parts of equal size, −1 for measures
// of weight 0.  Depends on the seed and the measures that count alone.
std::vector<Index> fold_of_measures(const MeasureFamily& family, Index folds, std::uint64_t seed);

// Mean and components are fitted again without each fold in turn, warm from the fit of all.  `folds` is
// lowered to the number of measures that count; throws InputError when these are fewer than 3, or no
// component is there.
CrossValidation cross_validate(const FittedFamily& fitted, Index folds, std::uint64_t seed,
                               const Execution& execution);

// ‖R − Σ_c curve_c(t_c)‖² of one field on atoms that were hidden while the times of the first 0 … K curves
// were found on the others, both halves in turn: K + 1 numbers.  Which atoms are hidden depends on the random
// numbers.
Vector hidden_errors(const Measure& mean, const std::vector<GeneralizedGeodesic>& curves, const Matrix& field,
                     Random random);

}  // namespace wpga
