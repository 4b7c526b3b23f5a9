// The natural cubic smoothing spline with a given number of degrees of freedom.
#pragma once

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

struct SmoothedCurve {
  Vector places;  // n′ ≤ n: distinct places, rising; those nearer than 1e-6 of the range are one
  Matrix values;  // r × n′
};

// g minimises Σ_i w_i |y_i − g(x_i)|² + α ∫ |g″|², with the α at which the smoother has trace
// `degrees_of_freedom` (2: a straight line; n′: the data themselves).  Columns of `values` (r × n) belong to
// `places` (n), in any order.  Reinsch's equations (Green & Silverman 1994, §2.3.3), the trace from the bands
// of the inverse (Hutchinson & de Hoog 1985): O(r n) after sorting.
SmoothedCurve smoothing_spline(const Vector& places, const Matrix& values, const Vector& weights,
                               double degrees_of_freedom);

}  // namespace wpga
