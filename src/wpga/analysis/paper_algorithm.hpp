// The algorithm of Seguy & Cuturi (2015, §4) as written: a grid of times, entropic plans, gradient steps,
// orthogonal projection, barycentric projection.  The yardstick of the default one.  docs/paper_algorithm.md
#pragma once

#include "wpga/analysis/curve_step.hpp"

namespace wpga {

// One component from a first curve; `mean` is centred as the couplings are.  Curve, times, objective and
// convergence of the result are filled; the objective may rise.
Component paper_component(const Matrix& mean, const GeneralizedGeodesic& start, FamilyCouplings& couplings,
                          const StepSetting& setting, const Execution& execution);

}  // namespace wpga
