// The bootstrap of Efron (1979): what an analysis would say of other measures like these, seen in measures
// drawn again with replacement.  docs/compare.md
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "wpga/study/methods.hpp"
#include "wpga/study/statistics/statistic_shortfalls.hpp"

namespace wpga {

// The share of a variance that is explained when `left` of it is left.
double explained_share(double left, double variance);

// The mean that a drawn family is analysed about: found anew, since the whole procedure is what varies.
using MeanOf = std::function<Mean(const MeasureFamily&)>;

// Shares of the variance of each drawn family; always finite.  A component that was not found because no
// variance was left explains nothing.
struct BootstrapShares {
  Matrix alone;     // B × K: explained by each component
  Matrix together;  // B × K: by the first 1 … K
  StatisticShortfalls shortfalls = {};
};

// N measures drawn with replacement as one family: each of them once, counting as often as it was drawn.  At
// least two different ones: a draw of a single measure says nothing and is made again.  Depends on the seed,
// the number of the draw and N alone.  Throws InputError for fewer than two measures that count.
struct DrawnMeasures {
  std::vector<Index> chosen;
  Vector weights;  // λ_i times how often the measure was drawn
};
DrawnMeasures draw_measures(const MeasureFamily& family, std::uint64_t seed, Index draw);
MeasureFamily drawn_again(const MeasureFamily& family, std::uint64_t seed, Index draw);

// Row `draw` of `shares`: the method with K components, fitted to a drawn family about its mean.
void fill_shares(BootstrapShares& shares, Index draw, const MeasureFamily& drawn, const Mean& mean,
                 const FitOptions& options, const Execution& execution = {});

// The 5th and the 95th percentile of the shares of one component: what is shown of a bootstrap, everywhere.
std::array<double, 2> central_interval(const Vector& shares);

// All of it for one method; B fits of the mean and of `components` components.
BootstrapShares bootstrap_shares(const MeasureFamily& family, const MeanOf& mean_of,
                                 const FitOptions& options, Index components,
                                 const BootstrapOptions& bootstrap, const Execution& execution = {});

}  // namespace wpga
