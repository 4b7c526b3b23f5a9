// Geodesics on the line in quantile functions, one alone or several that span a surface: the convex programs
// behind the method `line`.  Everything is in the order of the line.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "wpga/analysis/space_box.hpp"
#include "wpga/base/convergence.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/neighbours/bounded_increments.hpp"
#include "wpga/neighbours/euclidean.hpp"

namespace wpga {

struct LineData {
  std::vector<Index> order;     // atoms of the mean along the line
  Vector places, weights;       // p: y rising, centred on their mean, and b
  Matrix maps;                  // p × N: R_i = T_i − y, T_i the monotone map to measure i
  Vector measure_weights;       // N: λ
  Vector squared_distances;     // N: W2² to the mean
  double unreachable = 0;       // Σ λ_i (W2² − ‖R_i‖²): what no map of the mean's atoms can explain
  std::optional<SpaceBox> box;  // centred alike
};

// For monotone maps T of the mean, W2²(T, μ_i) = ‖T − T_i‖² + (W2²(mean, μ_i) − ‖R_i‖²), exactly.
LineData line_data(const MeasureFamily& family, const Measure& mean, const std::optional<SpaceBox>& box);

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

// Principal axes of the maps in L²(mean); the axes are fields, orthonormal there.
EuclideanAxes tangent_axes(const LineData& data, Index count);

// The leading one, of what the maps have off the earlier directions; zero when nothing is left.
Vector leading_direction(const LineData& data, std::span<const Vector> earlier);

// Times and direction in turn, each step an exact minimum: the objective never rises.
LineGeodesic descend(const LineData& data, std::span<const Vector> earlier, double before,
                     const Vector& start, const LineSearch& search);

// The leading direction over that part of the range of its scores where the maps are monotone and in the box.
LineGeodesic projected_geodesic(const LineData& data, std::span<const Vector> earlier);

// All curves together: measures are y + Σ_k s_k D_k with s in the convex hull of the curves' intervals, so
// that every point of the surface is monotone (Cazelles et al. 2018).  Starts from curves found one by one.
// Each curve's `positions` are those on the surface, and its objective that of all together.
std::vector<LineGeodesic> descend_together(const LineData& data, std::vector<LineGeodesic> curves,
                                           const LineSearch& search);

}  // namespace wpga
