#include "wpga/report/component_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace wpga {

namespace {

constexpr Limits map_limits = limits_of(&Certificates::map_gap),
                 geodesic_limits = limits_of(&Certificates::geodesic_gap),
                 mass_limits = limits_of(&WeightCurve::negative_mass);

}  // namespace

std::string percent(double share) {
  const double value = 100 * share;
  if (value < 1e-3) return "0.001 %";
  return fmt::format("{:.{}f} %", value, value < 0.095 ? 3 : value < 9.95 ? 2 : 1);
}

std::size_t worst_component(const Analysis& analysis) {
  const auto gap = [](const Component& component) {
    if (component.curve.changes_weights()) return std::pair(component.curve.weights().negative_mass, 0.0);
    const double maps = component.certificates.map_gap.largest();
    return std::pair(maps > map_limits.holds ? maps : 0.0, component.certificates.geodesic_gap);
  };
  const auto& all = analysis.components;
  const auto worst = std::ranges::max_element(all, {}, gap);
  return static_cast<std::size_t>(worst - all.begin());
}

std::string curve_words(const Component& component) {
  if (component.curve.changes_weights()) {
    const double negative = component.curve.weights().negative_mass;
    return negative > mass_limits.holds ? fmt::format("negative mass {}", percent(negative))
                                        : "probability measures";
  }
  const Certificates& proof = component.certificates;
  if (proof.geodesic_gap <= geodesic_limits.holds) return "a geodesic";
  if (proof.map_gap.largest() <= map_limits.holds)
    return fmt::format("optimal maps, geodesic gap {}", percent(proof.geodesic_gap));
  return fmt::format("map gap {}", percent(proof.map_gap.largest()));
}

}  // namespace wpga
