// Measures with fewer atoms, quickly, for pictures: their means are kept, W2 is not minimised (quantize.hpp
// does).
#pragma once

#include "wpga/measures/measure.hpp"

namespace wpga {

// At most `most` atoms with the same total.  Up to three dimensions the atoms of a cell of a lattice become
// one at their mean; above, atoms are drawn evenly along the running sum of the weights.
Measure thinned(const Measure& measure, Index most);

// Blocks of `block` × `block` pixels (cubes for volumes) become one atom each, at their mean.
Measure pixels_together(const Measure& shape, Index block);

}  // namespace wpga
