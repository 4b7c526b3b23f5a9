// The bootstrap of Efron (1979): what an analysis would say of other measures like these, seen in measures
// drawn again with replacement.  docs/compare.md
#pragma once

#include <cstdint>
#include <functional>
#include <tuple>

#include "wpga/neighbours/methods.hpp"

namespace wpga {

struct BootstrapOptions {
  int bootstrap = 0;
  std::uint64_t seed = 1;

  static constexpr auto list() {
    using O = BootstrapOptions;
    return std::tuple{option("bootstrap", &O::bootstrap,
                             "times that the measures are drawn again with replacement, and mean and "
                             "components fitted again, for the spread of the shares",
                             at_least(0)),
                      option("seed", &O::seed, "seed of the random numbers")};
  }
};
static_assert(lists_every_member<BootstrapOptions>);

// The mean that a drawn family is analysed about: found anew, since the whole procedure is what varies.
using MeanOf = std::function<Measure(const MeasureFamily&)>;

// Shares of the variance of each drawn family; always finite.  A component that was not found because no
// variance was left explains nothing.
struct BootstrapShares {
  Matrix alone;     // B × K: explained by each component
  Matrix together;  // B × K: by the first 1 … K
};

// N measures drawn with replacement as one family: each of them once, counting as often as it was drawn.  At
// least two different ones: a draw of a single measure says nothing and is made again.  Depends on the seed,
// the number of the draw and N alone.  Throws InputError for fewer than two measures that count.
MeasureFamily drawn_again(const MeasureFamily& family, std::uint64_t seed, Index draw);

// Row `draw` of `shares`: the method with K components, fitted to a drawn family about its mean.
void fill_shares(BootstrapShares& shares, Index draw, const MeasureFamily& drawn, const Measure& mean,
                 const TransportOptions& transport, const MethodOptions& options,
                 const Execution& execution = {});

// All of it for one method; B fits of the mean and of `components` components.
BootstrapShares bootstrap_shares(const MeasureFamily& family, const MeanOf& mean_of,
                                 const TransportOptions& transport, const MethodOptions& options,
                                 Index components, const BootstrapOptions& bootstrap,
                                 const Execution& execution = {});

}  // namespace wpga
