// What every neighbouring method is asked: how many components, and how they are measured.
#pragma once

#include <optional>
#include <string>
#include <tuple>

#include "wpga/analysis/projection.hpp"
#include "wpga/base/options.hpp"

namespace wpga {

struct ComponentOptions {
  std::optional<double> components;
  std::string box = "auto";
  ProjectionOptions times;

  static constexpr auto list() {
    using O = ComponentOptions;
    return std::tuple{
        option(
            "components", &O::components,
            "components to find, or a share of the variance such as 0.9 to explain; unless given 3, or one "
            "less than there are measures",
            positive()),
        option("box", &O::box,
               "bounds that atoms should not leave: LO,HI for every coordinate, none, or auto"),
        options_of(&O::times)};
  }
};
static_assert(lists_every_member<ComponentOptions>);

}  // namespace wpga
