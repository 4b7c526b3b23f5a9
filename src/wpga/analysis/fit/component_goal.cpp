#include "wpga/analysis/fit/component_goal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "wpga/base/error.hpp"

namespace wpga {

ComponentGoal component_goal(const std::optional<double>& asked, Index measures) {
  const Index most = std::max<Index>(0, measures - 1);
  if (!asked) return {std::min<Index>(3, most), 2};
  if (*asked < 1) return {most, *asked};
  require(*asked == std::floor(*asked),
          fmt::format("`components` must be a whole number or a share below 1, not {:g}", *asked));
  require(*asked <= static_cast<double>(most),
          fmt::format("`components` {:g} is more than {} measures can have; ask for at most {}", *asked,
                      measures, most));
  return {static_cast<Index>(*asked), 2};
}

}  // namespace wpga
