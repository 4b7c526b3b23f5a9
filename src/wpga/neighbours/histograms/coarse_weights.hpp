// Curves of weights and measures on fewer points: where to begin the search for a nearest time.
#pragma once

#include <optional>
#include <vector>

#include "wpga/analysis/curves/weight_curve.hpp"

namespace wpga {

// Cubes that hold some of the points each.
class CoarseCells {
 public:
  // The smallest cubes of a few sizes that hold six points or more each on average; none when the points are
  // few, or on the line, where nothing is to be saved.  Points: d × m.
  static std::optional<CoarseCells> of(const Matrix& points);

  // Every cube weighs what its points weigh, at the middle of all its points.
  WeightCurve curve(const WeightCurve& fine) const;

  // Every cube of its own atoms, at their centre of mass; cubes need not be those that hold points.
  Measure measure(const MeasureView& fine) const;

 private:
  CoarseCells(const Matrix& points, double side);
  std::vector<Index> cell_of(const PointsRef& points, Index& count) const;

  Vector low_;
  double side_ = 1;
  std::vector<Index> cell_;  // of each point
  Matrix middles_;           // d × cells
};

}  // namespace wpga
