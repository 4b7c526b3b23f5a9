// Two measures made of pixels of one picture plane (or voxels): transport between them is separable.
#pragma once

#include <optional>

#include "wpga/measures/measure.hpp"
#include "wpga/transport/entropic/gibbs_kernel.hpp"

namespace wpga {

struct GridPair {
  Grid grid;              // unit spacing, just large enough for both
  Vector source, target;  // weights on it, zero where there is no atom
};

// Nothing unless every coordinate of every atom is a whole number and a half (the centre of a pixel) and a
// sweep over the grid costs less than one over all pairs of atoms.
std::optional<GridPair> common_grid(const MeasureView& source, const MeasureView& target);

}  // namespace wpga
