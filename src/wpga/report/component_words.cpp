#include "wpga/report/component_words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace wpga {

namespace {

constexpr double small_map_gap = 5e-3, small_geodesic_gap = 1e-3, no_mass = 1e-8;

}  // namespace

std::string percent(double share) {
  const double value = 100 * share;
  if (value < 1e-3) return "0.001 %";
  return fmt::format("{:.{}f} %", value, value < 0.095 ? 3 : value < 9.95 ? 2 : 1);
}

double map_gap_of(const Component& component) {
  return std::max(component.certificates.backward_map_gap, component.certificates.forward_map_gap);
}

std::string curve_words(const Component& component) {
  if (component.weight_curve)
    return component.weight_curve->negative_mass > no_mass
               ? fmt::format("negative mass {}", percent(component.weight_curve->negative_mass))
               : "probability measures";
  if (component.certificates.geodesic_gap <= small_geodesic_gap) return "a geodesic";
  if (map_gap_of(component) <= small_map_gap)
    return fmt::format("optimal maps, geodesic gap {}", percent(component.certificates.geodesic_gap));
  return fmt::format("map gap {}", percent(map_gap_of(component)));
}

}  // namespace wpga
