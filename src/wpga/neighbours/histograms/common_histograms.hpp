// The measures of a family as vectors: their weights on one set of points.  docs/euclidean.md
#pragma once

#include "wpga/measures/measure_family.hpp"

namespace wpga {

struct CommonHistograms {
  Matrix points;    // d × m, those that carry mass in some measure
  Matrix weights;   // m × N, columns sum to one
  double full = 1;  // the largest weight of all
};

// Shapes on their pixels and histograms on their bins, as given.  Other measures go to a grid of cubes,
// `cells` of them along the longest side of the family's range (0: 100 on the line, 32 in the plane, 16 in
// space, 8 beyond): every atom goes whole to the centre of the cube that holds it.  Memory: m × N numbers.
CommonHistograms common_histograms(const MeasureFamily& family, int cells);

// The weights of another measure on these points: every atom goes whole to the nearest one.
Vector histogram_on(const PointsRef& points, const MeasureView& measure);

// One column for each measure of the family.
Matrix histograms_on(const PointsRef& points, const MeasureFamily& family);

}  // namespace wpga
