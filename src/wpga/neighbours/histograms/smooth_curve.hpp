// Principal curves as Hastie & Stuetzle (1989) have them: every point of the curve is the mean of the data
// that are nearest to it.
#pragma once

#include <vector>

#include "wpga/base/convergence.hpp"
#include "wpga/base/linear_algebra.hpp"

namespace wpga {

struct PrincipalCurve {
  Matrix vertices;  // r × K, a polygonal line, trimmed to the part that is nearest to some point
  std::vector<double> objective;  // Σ λ_i of the squared distances after each iteration
  Convergence convergence;
};

struct SmoothCurveOptions {
  double degrees_of_freedom = 5;
  double tolerance = 1e-3;  // relative change of the objective that ends it
  int iterations = 50;
};

// Starts from the line of PCA; smooths every coordinate against the length along the curve by a cubic spline,
// then finds the nearest places anew, the ends prolonged by twice their last piece, as R's princurve does.
// The scheme need not descend: it ends when the objective changes little.
PrincipalCurve smooth_curve(const Matrix& points, const Vector& weights, const SmoothCurveOptions& options);

}  // namespace wpga
