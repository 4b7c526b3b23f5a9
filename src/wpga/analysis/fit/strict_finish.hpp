// The last step of a fit without slack: fields whose maps are optimal to the last digit.  docs/optimal_map.md
#pragma once

#include "wpga/analysis/fit/curve_step.hpp"

namespace wpga {

// The largest s in [0, 1] for which the pairing of y_k + s start_k with y_k + s end_k is optimal up to
// rounding: start = 0 asks for an optimal map from the mean.  A few exact p × p transport problems.
double optimal_share(const Measure& mean, const Matrix& start, const Matrix& end);

// The ends shortened towards the mean until their maps from it (for true geodesics also the pairing of the
// two ends) are optimal up to rounding; orthogonality and box are kept.  Ends of the cone program stay as
// they are.
Fields shortened_to_optimal(Fields ends, const StepSetting& setting);

}  // namespace wpga
