#include "wpga/study/unproven.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace wpga {

namespace {

bool asks(const OptionValues& asked, std::string_view name, std::string_view word) {
  const OptionValue* value = asked.find(name);
  return value && value->text() && *value->text() == word;
}

// What an option asks for, and rounding; nothing where it was not asked.
std::optional<double> tolerance_of(const OptionValues& asked, std::string_view name) {
  constexpr double rounding = 1e-9;
  const OptionValue* value = asked.find(name);
  const std::optional<double> number = value ? value->number() : std::nullopt;
  return number ? std::optional(std::max(*number, rounding)) : std::nullopt;
}

}  // namespace

// Entropic bounds hold whatever they are, and are told as intervals.
Unproven unproven(const Analysis& analysis, const OptionValues& asked) {
  Unproven found;
  const std::optional<double> times =
      asks(asked, "times-search", "certified") && analysis.scored_by == TransportMethod::exact
          ? tolerance_of(asked, "time-tolerance")
          : std::nullopt;
  const std::optional<double> maps =
      asks(asked, "curve", "geodesic") ? tolerance_of(asked, "map-tolerance") : std::nullopt;
  for (std::size_t k = 0; k < analysis.components.size(); ++k) {
    const Certificates& proved = analysis.components[k].certificates;
    if (times && proved.time_gap > *times) found.times.push_back(k);
    if (maps && std::max(proved.map_gap.largest(), proved.geodesic_gap) > *maps) found.maps.push_back(k);
  }
  found.time_tolerance = times.value_or(0);
  found.map_tolerance = maps.value_or(0);
  return found;
}

}  // namespace wpga
