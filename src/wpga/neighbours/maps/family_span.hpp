// A family in the coordinates of the space that its atoms span, where these are few beside the dimension.
#pragma once

#include "wpga/measures/measure_family.hpp"

namespace wpga {

// x = center + basis · coordinates for every atom x.
struct FamilySpan {
  MeasureFamily family;  // in coordinates, which change no distance
  Vector center;         // d; empty with the basis: the family as it was given
  Matrix basis;          // d × r, orthonormal

  Matrix directions(const Matrix& coordinates) const;  // basis · coordinates
  Matrix points(const Matrix& coordinates) const;      // and the centre
};

// At most so many coordinates, in O(1).
Index spanned_dimension(const MeasureFamily& family);

// O(d · atoms²), and nothing where there are more atoms than half of the dimension.  Throws Interrupted.
FamilySpan family_span(const MeasureFamily& family);

}  // namespace wpga
