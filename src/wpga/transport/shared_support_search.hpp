// The entropic search of the paper on a support that all measures share (pixels, bins): at one position one
// kernel serves them all, and a sweep over N measures is a pair of matrix–matrix products.
#pragma once

#include "wpga/transport/position_search.hpp"

namespace wpga {

// Nothing where the atoms of the measures are too many or too seldom shared to gain from it, or where the
// marginal tolerance is beyond single precision.
//
// The kernel is exp((ḡ_j − c_ij)/ε), every row relative to its largest entry, with ḡ the mean over the
// measures of their last potentials: products in single precision then span only what a measure differs from
// the mean.  A measure that differs by more is solved on a kernel of its own (entropic_solver.hpp).
// Memory: 12 p n bytes of kernel, and K potentials for each atom.
std::unique_ptr<PositionSearch> shared_support_search(const EntropicSearch& search);

}  // namespace wpga
