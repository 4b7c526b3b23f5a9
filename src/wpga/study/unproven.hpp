// Certificates that miss what was asked of them.
#pragma once

#include <vector>

#include "wpga/analysis/analysis.hpp"
#include "wpga/base/option_values.hpp"

namespace wpga {

// Numbers, from 0, of the components whose time gap is above `time-tolerance` (where distances are exact and
// times searched until they are certified), and of true geodesics whose gaps are above `map-tolerance`.
struct Unproven {
  std::vector<std::size_t> times, maps;
  double time_tolerance = 0, map_tolerance = 0;

  bool any() const { return !times.empty() || !maps.empty(); }
};
Unproven unproven(const Analysis& analysis, const OptionValues& asked);

}  // namespace wpga
