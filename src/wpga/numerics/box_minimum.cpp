#include "wpga/numerics/box_minimum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wpga {

namespace {

double value_of(const Matrix& metric, const std::array<double, 2>& right, const std::array<double, 2>& u) {
  return 0.5 * (metric(0, 0) * u[0] * u[0] + metric(1, 1) * u[1] * u[1]) + metric(0, 1) * u[0] * u[1] -
         right[0] * u[0] - right[1] * u[1];
}

// Unknown `a` at a bound, the other at its best.
BoxMinimum minimum_on_edge(const Matrix& metric, const std::array<double, 2>& right, std::size_t a,
                           double bound, double low, double high) {
  const std::size_t c = 1 - a;
  const auto place = static_cast<Index>(c);
  const double other = (right[c] - metric(0, 1) * bound) / metric(place, place);
  BoxMinimum edge;
  edge.value[a] = bound;
  edge.value[c] = std::clamp(other, low, high);
  edge.free[c] = other > low && other < high;
  return edge;
}

}  // namespace

BoxMinimum box_minimum(double metric, double right, double low, double high) noexcept {
  const double free = right / metric;
  return {{std::clamp(free, low, high), 0}, {free > low && free < high, false}};
}

BoxMinimum box_minimum(const Matrix& metric, const std::array<double, 2>& right,
                       const std::array<double, 2>& low, const std::array<double, 2>& high) noexcept {
  const double determinant = metric(0, 0) * metric(1, 1) - metric(0, 1) * metric(0, 1);
  const std::array<double, 2> free = {(metric(1, 1) * right[0] - metric(0, 1) * right[1]) / determinant,
                                      (metric(0, 0) * right[1] - metric(0, 1) * right[0]) / determinant};
  if (free[0] >= low[0] && free[0] <= high[0] && free[1] >= low[1] && free[1] <= high[1])
    return {free, {true, true}};
  // Outside, a convex function is least on the boundary: on one of four edges.
  BoxMinimum best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t a = 0; a < 2; ++a)
    for (const double bound : {low[a], high[a]}) {
      if (!std::isfinite(bound)) continue;
      const BoxMinimum edge = minimum_on_edge(metric, right, a, bound, low[1 - a], high[1 - a]);
      const double value = value_of(metric, right, edge.value);
      if (value < least) {
        least = value;
        best = edge;
      }
    }
  return best;
}

}  // namespace wpga
