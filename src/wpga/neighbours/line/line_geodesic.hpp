// Geodesics on the line in quantile functions, one alone or several that span a surface: the convex programs
// behind the method `line`.  Everything is in the order of the line.
#pragma once

#include <span>
#include <vector>

#include "wpga/base/convergence.hpp"
#include "wpga/neighbours/line/line_data.hpp"

namespace wpga {

// The curve y + s D, s ∈ [−before, 1 − before].
struct LineGeodesic {
  Vector direction;               // p: D
  double before = 0;              // the share of the curve before the mean, (1 − t0)/2
  Vector positions;               // N: s of each measure
  std::vector<double> objective;  // Σ λ_i W2² after each iteration
  Convergence convergence;
};

struct LineSearch {
  double tolerance;
  int iterations;
};

// Times and direction in turn, each step an exact minimum: the objective never rises.
LineGeodesic descend(const LineData& data, std::span<const Vector> earlier, double before,
                     const Vector& start, const LineSearch& search);

// The leading direction over that part of the range of its scores where the maps are monotone and in the box.
LineGeodesic projected_geodesic(const LineData& data, std::span<const Vector> earlier);

// All curves together: measures are y + Σ_k s_k D_k with s in the convex hull of the curves' intervals, so
// that every point of the surface is monotone (Cazelles et al. 2018).  Starts from curves found one by one.
// Positions and directions in turn, with momentum where that helps (Nesterov 1983): the objective never
// rises.
// Each curve's `positions` are those on the surface, and its objective that of all together.
std::vector<LineGeodesic> descend_together(const LineData& data, std::vector<LineGeodesic> curves,
                                           const LineSearch& search);

}  // namespace wpga
