// Where a component begins unless a start is named: short descents from several lines on blurred plans, which
// have fewer local minima than exact ones.  docs/principal_geodesics.md
#pragma once

#include "wpga/analysis/fit/curve_start.hpp"
#include "wpga/analysis/fit/curve_step.hpp"

namespace wpga {

// The end of the lowest of these descents.  It satisfies the constraints of `setting`, but generalized
// geodesics only within a map gap of 2 %.  At most 64 measures take part, chosen evenly by weight, so that
// the cost does not grow with N. Needs a family whose maps differ.
GeneralizedGeodesic search_start(const MeasureFamily& family, const TangentMaps& maps,
                                 const TransportOptions& transport, const StepSetting& setting,
                                 const Execution& execution);

}  // namespace wpga
