// How many numbers a method may choose for one component: what its share of the variance is bought with.
#pragma once

#include "wpga/analysis/analysis.hpp"
#include "wpga/study/fit_options.hpp"

namespace wpga {

// On p atoms in d dimensions, or m points with weights: generalized geodesics 2 d p; a line of maps d p + 2,
// its direction and where it ends; deformations d + 2, d + 3 or d (d + 3) / 2 + 2; normal laws d (d + 3) / 2
// + 2; a line of weights m + 1, a bent one m − 1 for each knot.  The mean, which all share, is not counted.
Index free_numbers(const Component& component, const FitOptions& options);

}  // namespace wpga
