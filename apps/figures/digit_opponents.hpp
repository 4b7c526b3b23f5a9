// The digits by the paper's own algorithm and by linear optimal transport, measured as our components are.
#pragma once

#include <vector>

#include "figures/figure.hpp"

namespace wpga {

// Adds a table (digit_methods.csv), a picture of the first components one under the other, and numbers: for
// each digit what is left of the mean squared W2 distance with one, two and three components, exactly
// measured, and the seconds, of
//   default   our components on the mean with free atoms
//   paper     the algorithm of 2015 (entropic plans, gradient steps) on the same mean, and on the mean the
//             paper used (`bregman`): iterative Bregman projections on the pixel grid, pruned
//   linear    Wang et al. 2013: PCA of maps from a k-means template
void add_opponents(Figure& figure, const std::vector<int>& digits, const FigureOptions& options,
                   const Execution& execution);

}  // namespace wpga
