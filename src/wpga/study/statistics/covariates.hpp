// Columns about the measures (labels, covariates) tested against their scores.  docs/covariates.md
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "wpga/base/options.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/measures/sample_column.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/study/statistics/statistic_shortfalls.hpp"

namespace wpga {

struct FittedFamily;

struct Covariates {
  std::vector<std::string> columns;  // C
  // C × K: of the joint scores of each component: correlation with a column of numbers (signed), or the share
  // of their variance that lies between categories.  NaN where a column or the scores do not vary.
  Matrix association;
  Matrix association_p;  // C × K: by permutations
  // C: share of all motion from the mean, Σ λ ‖R_i‖², that is linear in the numbers or lies between
  // categories.
  Vector share;
  Vector share_p;                       // C: by permutations
  Vector measures;                      // C: with a value
  Vector apart;                         // C: W2² between the means of two categories; NaN for other columns
  StatisticShortfalls shortfalls = {};  // of transport from the mean, and of the means of categories

  static constexpr auto list() {
    using O = Covariates;
    return Listing{
        option("columns", &O::columns, "names of the columns"),
        option("association", &O::association,
               "correlation of joint scores with numbers, or share of their variance between categories"),
        option("association_p", &O::association_p, "its chance where the column means nothing"),
        option("share", &O::share, "share of all motion from the mean that a column accounts for"),
        option("share_p", &O::share_p, "its chance where the column means nothing"),
        option("measures", &O::measures, "measures that have a value"),
        option("apart", &O::apart, "W2² between the means of two categories"),
        option("shortfalls", &O::shortfalls, "what stopped early on the way to it")};
  }
};
static_assert(lists_every_member<Covariates>);

// ⟨R_i, R_j⟩ about their average: all that tests of motion from the mean need.  N × N.
Matrix centered_gram(const Matrix& coordinates);

// The share of the trace of a Gram matrix of `rows` that is linear in numbers, or lies between groups
// (numbered from 0): the R² of a multivariate regression or of an analysis of variance (Anderson 2001).
double linear_share(const Matrix& gram, const Vector& numbers);
double between_share(const Matrix& gram, const std::vector<Index>& groups);

// Groups of equal words, numbered in the order of their first appearance; missing words (empty) are −1.
std::vector<Index> groups_of(std::span<const std::string> words);

// Every column against the joint scores (N × K) and against motion from the mean (`gram`, N × N, about any
// origin).  Measures of weight 0 and missing values are left out of a column; each measure counts once.
// Columns that say the same of all, or something else of each (words), are left out of the tests: NaN.
Covariates associate(std::span<const SampleColumn> columns, const Matrix& joint_scores, const Matrix& gram,
                     const std::vector<Index>& counted, int permutations, std::uint64_t seed);

// The same from a fit on: one transport from the mean for each measure, and the means of two categories, from
// the mean of all, with the distance between them.
Covariates find_covariates(const FittedFamily& fitted, std::span<const SampleColumn> columns,
                           int permutations, std::uint64_t seed, const Execution& execution);

// The labels of a family as a column, where it has any.
std::vector<SampleColumn> label_column(const MeasureFamily& family);

}  // namespace wpga
