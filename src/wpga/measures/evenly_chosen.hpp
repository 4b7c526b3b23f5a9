// Some measures that stand for many.
#pragma once

#include <vector>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

// At most `most` indices, rising, equally spaced on the scale of summed weights: a measure that counts more
// is chosen first.  All of them where there are no more.  `weights` are not negative, their sum is 1.
std::vector<Index> evenly_chosen(const Vector& weights, Index most);

}  // namespace wpga
