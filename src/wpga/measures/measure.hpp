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

// Right to the rounding of the atoms' own spread and of the mean as a number, wherever the atoms lie and also
// where the weights sum to one but for 1e-12.
Vector mean_of(const MeasureView& measure);

// A cloud about its mean.  The mean is place + remainder: far from the origin one number has fewer digits
// than the spread.  The remainder is zero where `place` is right to 1e-14 of the spread.
struct CenteredCloud {
  Matrix points;            // d × n, with mean zero
  Vector place, remainder;  // d
};
CenteredCloud centered_cloud(const PointsRef& points, const WeightsRef& weights);

// From the mean of `other` to that of `cloud`, to the rounding of their distance and spread.
Vector shift_between(const CenteredCloud& other, const CenteredCloud& cloud);

// Sum of b_k |y_k − mean|²: the squared distance to the Dirac at the mean.
double variance_of(const MeasureView& measure);

}  // namespace wpga
