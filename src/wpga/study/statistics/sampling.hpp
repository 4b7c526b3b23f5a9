// Mean and components learned from a sample of the measures: which ones, what that leads to on all of them,
// and how far the shares of another sample would differ.  docs/learn_from.md
#pragma once

#include <cstdint>
#include <vector>

#include "wpga/analysis/analysis.hpp"
#include "wpga/analysis/curves/projection.hpp"
#include "wpga/base/options.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/study/statistics/statistic_shortfalls.hpp"

namespace wpga {

struct FittedFamily;

struct Sampling {
  Index learned_from = 0;  // measures
  Vector sampled;          // N: 1 of a measure in the sample, 0 of another
  Index judges = 0;        // measures outside of it that fits to halves are compared on
  // 2 S × K: share of the variance of the judges that fits to the halves of S splits explain, one half after
  // the other; each component alone, and the first 1 … K together.
  Matrix half_explained;
  Matrix half_cumulative;
  Vector explained_error;               // K: standard error of `explained` from sample to sample
  Vector cumulative_error;              // K: of `cumulative`
  StatisticShortfalls shortfalls = {};  // of the halves

  static constexpr auto list() {
    using O = Sampling;
    return Listing{
        option("learned_from", &O::learned_from, "measures that mean and components were fitted to"),
        option("sampled", &O::sampled, "1 for these measures, 0 for the others"),
        option("judges", &O::judges, "measures outside of the sample that halves are compared on"),
        option("half_explained", &O::half_explained,
               "share of their variance that fits to halves explain, each component alone"),
        option("half_cumulative", &O::half_cumulative, "the same for the first 1 … K together"),
        option("explained_error", &O::explained_error,
               "standard error of a share from sample to sample, each component alone"),
        option("cumulative_error", &O::cumulative_error, "the same for the first 1 … K together"),
        option("shortfalls", &O::shortfalls, "what stopped early on the way to it")};
  }
};
static_assert(lists_every_member<Sampling>);

// Measures to learn from and others to judge by, each rising.
struct LearningSample {
  std::vector<Index> learned, judges;
};

inline constexpr Index fewest_learned = 4;  // halves of two

// `count` of the measures that count, each as likely as any other, and as many others if there are so many.
// There are more measures than `count`.  Depends on the seed and on which measures count alone.
LearningSample drawn_sample(const MeasureFamily& family, Index count, std::uint64_t seed);

// An analysis of some measures told of all of `family`: their times on its curves, certified, and the shares
// of their variance.  How curves were found (iterations, `tangent_explained`) stays that of the sample; the
// ceiling is not known.
Analysis told_of_all(Analysis analysis, const MeasureFamily& family, const TransportOptions& transport,
                     const ProjectionOptions& times, const Execution& execution);

// `fitted` is the fit to the measures sample.learned of `family`.  The sample is halved a few times; mean and
// components are fitted again to either half, and measured on the same judges.  With independent halves of
// n/2 measures the difference of two shares has twice the standard error of one that is learned from n.
Sampling sampling_error(const FittedFamily& fitted, const MeasureFamily& family, const LearningSample& sample,
                        std::uint64_t seed, const Execution& execution);

}  // namespace wpga
