// Measures on the line seen from their mean: monotone maps, in the order of the line.  docs/line.md
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "wpga/analysis/cone/space_box.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/neighbours/histograms/euclidean.hpp"

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

// Σ_k b_k first_k second_k.
double inner_product(const LineData& data, const Vector& first, const Vector& second);

// Principal axes of the maps in L²(mean); the axes are fields, orthonormal there.
EuclideanAxes tangent_axes(const LineData& data, Index count);

// The leading one, of what the maps have off the earlier directions; zero when nothing is left.
Vector leading_direction(const LineData& data, std::span<const Vector> earlier);

}  // namespace wpga
