// How many components are looked for.
#pragma once

#include <optional>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/base/options.hpp"

namespace wpga {

struct ComponentGoal {
  Index components;  // at most
  double share;      // stop once this share of the variance is explained; above one: never
};

// `asked` is a whole number, a share below one, or nothing: 3, or one less than there are measures.  Throws
// InputError for more components than measures can have.
ComponentGoal component_goal(const std::optional<double>& asked, Index measures);

// `--components`, for every list of options that has it.
template <class Owner>
constexpr auto components_option(std::optional<double> Owner::* member) {
  return option("components", member,
                "components to find, or a share of the variance such as 0.9 to explain; unless given 3, or "
                "one less than there are measures",
                positive());
}

}  // namespace wpga
