// What every neighbouring method is asked: how many components, and how they are measured.
#pragma once

#include <optional>

#include "wpga/analysis/cone/space_box.hpp"
#include "wpga/analysis/curves/projection.hpp"
#include "wpga/analysis/fit/component_goal.hpp"
#include "wpga/base/options.hpp"

namespace wpga {

struct ComponentOptions {
  std::optional<ComponentsAsked> components;
  BoxChoice box;
  ProjectionOptions times;

  static constexpr auto list() {
    using O = ComponentOptions;
    return Listing{components_option(&O::components),
                   option("box", &O::box,
                          "bounds that atoms should not leave: LO,HI for every coordinate, none, or auto"),
                   options_of(&O::times)};
  }
};
static_assert(lists_every_member<ComponentOptions>);

}  // namespace wpga
