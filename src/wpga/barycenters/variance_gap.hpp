// What a proven lower bound of the variances that a method can reach says of the one it found.
#pragma once

#include "wpga/barycenters/mean.hpp"

namespace wpga {

// mean.gap = mean.variance − bound.  Up to 1e-11 of the pooled variance below 0 it is rounding, and 0;
// further below it is a contradiction, stays negative, and is counted in mean.contradictions.
void prove_variance(Mean& mean, double bound, const MeasureFamily& family);

}  // namespace wpga
