// How many components are looked for.
#pragma once

#include <optional>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

struct ComponentGoal {
  Index components;  // at most
  double share;      // stop once this share of the variance is explained; above one: never
};

// `asked` is a whole number, a share below one, or nothing: 3, or one less than there are measures.  Throws
// InputError for more components than measures can have.
ComponentGoal component_goal(const std::optional<double>& asked, Index measures);

}  // namespace wpga
