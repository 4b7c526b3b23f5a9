// The bounds of a box from one side, in the interior-point search on arcs.
#pragma once

#include <limits>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

// Empty where there is no box.  Where there is no bound the slack is 1 and the multiplier 0, and stay so.
struct BoxSide {
  Matrix slack, multiplier;  // F·d × p
};

// The longest step that keeps value + step · change at or above 0.
inline double reach(double value, double change) {
  return change < 0 ? -value / change : std::numeric_limits<double>::max();
}
double reach(const BoxSide& side, const BoxSide& move);

// To begin with: `distance` of the fields from the bounds, infinite where there is none.  Atoms on a wall
// begin a little off it, by a share of `span`; the first steps bring slack and distance together.
BoxSide box_side(const Matrix& distance, const Vector& weights, double span, double barrier);

// How far slack · multiplier will be from barrier · weight once `residual`, the distance less the slack, is
// gone; to second order after the move `first`, where there is one.
Matrix box_excess(const BoxSide& side, const Matrix& residual, const Vector& weights, double barrier,
                  const BoxSide* first);

// Newton's direction of the side, for fields that move `away` from it.
BoxSide box_move(const BoxSide& side, const Matrix& residual, const Matrix& excess, const Matrix& away);

double complementarity_after(const BoxSide& side, const BoxSide& move, double step);
void advance(BoxSide& side, const BoxSide& move, double step);

}  // namespace wpga
