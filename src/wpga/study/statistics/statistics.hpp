// Statistics of an analysis: the number of components (cross-validation), the uncertainty of shares (noise,
// bootstrap), outlying and influential measures, tests of labels and covariates.  Parts not asked for are
// empty.
#pragma once

#include <optional>

#include "wpga/study/statistics/covariates.hpp"
#include "wpga/study/statistics/cross_validation.hpp"
#include "wpga/study/statistics/free_mass_shares.hpp"
#include "wpga/study/statistics/noise_floor.hpp"
#include "wpga/study/statistics/outliers.hpp"
#include "wpga/study/statistics/regression.hpp"
#include "wpga/study/statistics/robust.hpp"
#include "wpga/study/statistics/sampling.hpp"
#include "wpga/study/statistics/stability.hpp"

namespace wpga {

struct Statistics {
  std::optional<CrossValidation> cross_validation;
  std::optional<Outliers> outliers;
  std::optional<Robustness> robust;
  std::optional<NoiseFloor> noise_floor;
  std::optional<Stability> stability;
  std::optional<Covariates> covariates;
  std::optional<Regression> regression;
  std::optional<Sampling> sampling;
  std::optional<FreeMassShares> free_mass;
  std::optional<StatisticShortfalls> draws;  // of the fits whose shares the bootstrap of the model tells

  static constexpr auto list() {
    using O = Statistics;
    return Listing{
        option("cross_validation", &O::cross_validation, "what components explain of measures held out"),
        option("outliers", &O::outliers, "leverage and residual of every measure"),
        option("robust", &O::robust, "weights that a bounded loss leaves to the measures"),
        option("noise_floor", &O::noise_floor, "share of the variance that is sampling noise"),
        option("stability", &O::stability, "components and scores of measures drawn again"),
        option("covariates", &O::covariates, "what is known beside the measures, held against their scores"),
        option("regression", &O::regression, "the covariate that a curve follows"),
        option("sampling", &O::sampling, "the sample that was learned from, and the errors it leaves"),
        option("free_mass", &O::free_mass, "mass that changes in number, not in place"),
        option("draws", &O::draws, "what stopped early in the fits of the bootstrap")};
  }
};
static_assert(lists_every_member<Statistics>);

// Of each part that tells them: visitor(name, shortfalls).
template <class Visitor>
void for_each_shortfalls(const Statistics& statistics, Visitor&& visitor) {
  for_each_option(statistics, [&](const auto& part, const auto& values) {
    if (!values) return;
    if constexpr (requires { values->shortfalls; })
      visitor(part.name, values->shortfalls);
    else if constexpr (requires { values->unsettled_fits; })
      visitor(part.name, *values);
  });
}

}  // namespace wpga
