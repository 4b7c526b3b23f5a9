// Where a component begins unless a start is named: short descents from several lines on blurred plans, which
// have fewer local minima than exact ones.  docs/principal_geodesics.md
#pragma once

#include "wpga/analysis/fit/curve_start.hpp"
#include "wpga/analysis/fit/curve_step.hpp"

namespace wpga {

// The end of the lowest of these descents, near a curve that satisfies the constraints of `setting`.  At most
// 64 measures take part, chosen evenly by weight, and of a mean of more than 80 atoms 80 clusters of them,
// except for true geodesics: the cost grows neither with N nor much with p.  Needs a family whose maps
// differ.
GeneralizedGeodesic search_start(const MeasureFamily& family, const TangentMaps& maps,
                                 const TransportOptions& transport, const StepSetting& setting,
                                 const Execution& execution);

}  // namespace wpga
