// An order in which coupled unknowns are near each other, so that Cholesky's factor is a narrow band.
#pragma once

#include <span>
#include <vector>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

// The nodes of a graph by the reversed order of Cuthill & McKee (1969): level by level from a node at its rim
// (George & Liu 1979), part by part.  Groups are sets of nodes all joined to each other.  O(count²) bits.
std::vector<Index> band_order(Index count, std::span<const std::vector<Index>> groups);

}  // namespace wpga
