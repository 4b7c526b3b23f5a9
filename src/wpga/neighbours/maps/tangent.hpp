// Tangent PCA (Fletcher et al. 2004 in Wasserstein space, log-PCA): each measure as the field of its
// barycentric map from the mean, principal components of these in L²(mean).  docs/tangent.md
#pragma once

#include "wpga/analysis/analysis.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/neighbours/maps/component_options.hpp"
#include "wpga/transport/engine_choice.hpp"

namespace wpga {

struct TangentOptions {
  ComponentOptions of;
  bool cone = false;

  static constexpr auto list() {
    using O = TangentOptions;
    return Listing{
        options_of(&O::of),
        option(
            "cone", &O::cone,
            "`method` tangent: replace each curve by the nearest one whose maps are optimal and that stays "
            "in the box")};
  }
};
static_assert(lists_every_member<TangentOptions>);

// One transport problem for each measure, a thin singular value decomposition, and the score.  Curves are
// straight lines in the tangent space over the range of the tangent scores; nothing keeps their maps optimal,
// which the map gaps show, unless options.cone asks for the nearest curves that are generalized geodesics.
Analysis tangent_analysis(const MeasureFamily& family, const Measure& mean, const TransportOptions& transport,
                          const TangentOptions& options, const Execution& execution = {});

}  // namespace wpga
