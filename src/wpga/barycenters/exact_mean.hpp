// The exact mean where it costs no more than an approximate one.  docs/exact_mean.md
#pragma once

#include "wpga/barycenters/mean.hpp"

namespace wpga {

// True for two measures of up to 1000 atoms together (one transport problem), and for more of them if the
// exact mean has at most 256 atoms and there are at most 20,000 tuples of atoms (seconds at most).  Measures
// of weight λ_i = 0 are left out; with fewer than two others the answer is false.
bool exact_mean_is_cheap(const MeasureFamily& family);

// The measure of least variance, no atom too few: of two measures the point λ_2 / (λ_1 + λ_2) of the way
// along an optimal plan (McCann 1997), with at most n_1 + n_2 − 1 atoms; of more the multi-marginal program
// (linear_program.hpp), whose limits hold.
Mean exact_mean(const MeasureFamily& family, const Execution& execution = {});

}  // namespace wpga
