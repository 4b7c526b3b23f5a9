// Geodesic PCA of measures on the line (Bigot et al. 2015; algorithms as in Cazelles et al. 2018) and
// projected PCA (Pegoraro & Beraha 2022), in quantile functions, where W2 is an ordinary L² distance.
// docs/line.md
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "wpga/analysis/analysis.hpp"
#include "wpga/base/options.hpp"
#include "wpga/neighbours/maps/component_options.hpp"
#include "wpga/transport/engine_choice.hpp"

namespace wpga {

// iterative: one component after the other, each orthogonal to the earlier ones.  surface: all of them
// together, spanning one geodesic surface.  projected: PCA of the maps, each component cut to where it is
// monotone.
enum class LineMethod { iterative, surface, projected };
constexpr std::array<std::string_view, 3> names(LineMethod) { return {"iterative", "surface", "projected"}; }

struct LineOptions {
  ComponentOptions of;
  LineMethod method = LineMethod::iterative;
  std::optional<double> centring;
  double tolerance = 1e-7;
  int iterations = 1000;

  static constexpr auto list() {
    using O = LineOptions;
    return Listing{
        options_of(&O::of),
        option(
            "line-method", &O::method,
            "iterative: one geodesic after the other; surface: all of them together; projected: PCA cut to "
            "where it is monotone"),
        option("centring", &O::centring,
               "t0, where the mean stands: at the beginning of a curve for 1, in its middle for 0, at its "
               "end for "
               "−1; unless given the best of many",
               between(-1, 1)),
        option("tolerance", &O::tolerance, "relative fall of the objective in one iteration that ends it",
               at_least(0)),
        option("iterations", &O::iterations, "most iterations for one curve and one t0", at_least(1))};
  }
};
static_assert(lists_every_member<LineOptions>);

// Curves y + s D(y), s ∈ [−a, 1 − a], a = (1 − t0)/2, whose ends, and hence all of whose maps, are
// non-decreasing and stay in the box: true geodesics.  For a fixed t0 times and D are improved in turn, D by
// an exact regression under the constraints (bounded_increments.hpp); t0 is searched on a grid and refined.
// Scored as every other method.  Throws InputError unless the dimension is one.
Analysis line_analysis(const MeasureFamily& family, const Measure& mean, const TransportOptions& transport,
                       const LineOptions& options, const Execution& execution = {});

}  // namespace wpga
