// A probability measure with finitely many atoms: weights that sum to one on points of R^d.
#pragma once

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

// Looks at a measure that lives elsewhere.
struct MeasureView {
  MatrixView points;   // d × n
  VectorView weights;  // n, positive, sum 1

  Index size() const { return points.cols(); }
  Index dimension() const { return points.rows(); }
};

// Owns its atoms.
struct Measure {
  Matrix points;   // d × n
  Vector weights;  // n, positive, sum 1

  Index size() const { return points.cols(); }
  Index dimension() const { return points.rows(); }
  MeasureView view() const {
    return {MatrixView(points.data(), points.rows(), points.cols()),
            VectorView(weights.data(), weights.size())};
  }
};

Measure copy_of(const MeasureView& view);

// The door for raw atoms: throws InputError for NaN, infinite or negative input and for a measure without
// mass; drops atoms of weight zero and divides by the total.  A total within 1e-12 of one is left alone, so
// that reading back a written measure changes no bit.
Measure make_measure(const PointsRef& points, const WeightsRef& weights);

// Does make_measure leave it alone, to the bit?
bool is_made(const MeasureView& measure);

Vector mean_of(const MeasureView& measure);

// Sum of b_k |y_k − mean|²: the squared distance to the Dirac at the mean.
double variance_of(const MeasureView& measure);

}  // namespace wpga
