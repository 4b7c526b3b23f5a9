// Shapes given by their contours, and the share of each pixel that they cover.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/measures/image.hpp"

namespace wpga {

// Closed polygons, 2 × n each, the last point joined to the first; y down.  What the contours wind around a
// number of times that is not zero is ink, so holes run against the contour around them and overlaps count
// once.
struct Outline {
  std::vector<Matrix> contours;
};

struct OutlineInk {
  double area = 0;
  Eigen::Vector2d center = Eigen::Vector2d::Zero();  // of mass; zero where there is no ink
  Eigen::AlignedBox2d box;                           // of all contours; empty where there are none
};

// Exact but for rounding, overlaps and crossings included.  Cost here and below: for m edges of which at most
// a lie beside each other, O(m log m + (m + crossings)·a).
OutlineInk ink_of(const Outline& outline);

// A grey picture: the area of ink in each pixel [c, c+1] × [r, r+1], exact but for rounding, with shares
// nearer than 1e-9 to 0 or 1 taken as such.  Ink outside the frame is lost.  Points must be finite.
Image coverage(const Outline& outline, Index rows, Index columns);

Outline transformed(const Outline& outline, const Eigen::Affine2d& map);

}  // namespace wpga
