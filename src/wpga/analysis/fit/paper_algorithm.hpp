// The algorithm of Seguy & Cuturi (2015, §4) as written: a grid of times, entropic plans, gradient steps,
// orthogonal projection, barycentric projection.  The yardstick of the default one.  docs/paper_algorithm.md
#pragma once

#include "wpga/analysis/fit/curve_step.hpp"
#include "wpga/transport/position_search.hpp"

namespace wpga {

// One component from a first curve; `search` finds plans and times.
// Curve, times, objective and convergence of the result are filled.  The objective is the cost of the plans
// found, which entropic ones do not minimise, so it may rise: the curve is the one where it was lowest
// (one step further where it still fell at the iteration limit), and three iterations without a lower one, or
// growth by a factor of ten, end with no_progress.
Component paper_component(const CenteredPoints& mean, const GeneralizedGeodesic& start,
                          const FamilyCouplings& couplings, PositionSearch& search,
                          const StepSetting& setting, const Execution& execution);

}  // namespace wpga
