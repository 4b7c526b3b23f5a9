// Polygonal lines in R^r, and where points are nearest on them.
#pragma once

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

// Vertices are columns (r × K, K ≥ 1).
struct PolylineProjection {
  Vector positions;          // N: length along the line from its first vertex
  Vector squared_distances;  // N
  Matrix nearest;            // r × N
};

// The nearest place of every point (r × N); O(r K N).
PolylineProjection project_on_polyline(const Matrix& vertices, const PointsRef& points);

double polyline_length(const Matrix& vertices);

// The part between two positions.
Matrix trimmed_polyline(const Matrix& vertices, double first, double last);

// At most `count` vertices: evenly spread along the line when there are more.
Matrix thinned_polyline(const Matrix& vertices, Index count);

}  // namespace wpga
