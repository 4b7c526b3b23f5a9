// Principal curves of histograms: Verbeek et al.'s k-segments (2002) or Hastie & Stuetzle's smooth curve
// (1989), in the space of their leading principal components.  docs/curve.md
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "wpga/analysis/analysis.hpp"
#include "wpga/analysis/curves/projection.hpp"
#include "wpga/analysis/fit/component_goal.hpp"
#include "wpga/base/options.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/transport/engine_choice.hpp"

namespace wpga {

enum class CurveFit { segments, smooth };
constexpr std::array<std::string_view, 2> names(CurveFit) { return {"segments", "smooth"}; }

struct CurveOptions {
  std::optional<ComponentsAsked> components;
  CurveFit fit = CurveFit::segments;
  int segments = 10;
  double degrees_of_freedom = 5;
  int axes = 10;
  int cells = 0;
  double tolerance = 1e-3;
  int iterations = 50;
  ProjectionOptions times;

  static constexpr auto list() {
    using O = CurveOptions;
    return Listing{
        option("components", &O::components,
               "curves to find, a whole number: each follows what the earlier ones leave; unless given 1",
               at_least(1)),
        option("curve-fit", &O::fit,
               "segments: line segments joined to one line; smooth: smoothed coordinates (Hastie & Stuetzle "
               "1989)"),
        option("segments", &O::segments, "most segments of one curve", between(1, 200)),
        option("degrees-of-freedom", &O::degrees_of_freedom,
               "of the splines of a smooth curve: 2 is a straight line", at_least(2)),
        option("axes", &O::axes, "principal axes that span the space in which curves are looked for",
               at_least(1)),
        option(
            "cells", &O::cells,
            "measures that are no pictures or histograms: cells along the longest side of the common grid; 0 "
            "chooses 100, 32 or 16 for one, two or three dimensions",
            between(0, 4096)),
        option("tolerance", &O::tolerance, "smooth: relative change of the objective that ends the iteration",
               at_least(0)),
        option("iterations", &O::iterations, "most iterations of one fit", at_least(1)),
        options_of(&O::times)};
  }
};
static_assert(lists_every_member<CurveOptions>);

// Curves of weights, measured like those of `euclidean`.  `objective` holds Euclidean mean squared distances
// in the space of the axes.  Throws InputError for more curves than measures could have components.
Analysis curve_analysis(const MeasureFamily& family, const Measure& mean, const TransportOptions& transport,
                        const CurveOptions& options, const Execution& execution = {});

}  // namespace wpga
