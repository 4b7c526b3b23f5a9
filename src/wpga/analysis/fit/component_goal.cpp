#include "wpga/analysis/fit/component_goal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "wpga/base/error.hpp"

namespace wpga {

Index ComponentsAsked::count() const {
  require(number_ == std::floor(number_),
          fmt::format("`components` must be a whole number or a share below 1, not {:g}", number_));
  return static_cast<Index>(std::min(number_, 1e15));
}

void parse_value(std::string_view text, ComponentsAsked& value) {
  double number = 0;
  parse_value(text, number);
  value = number;
}

std::string text_of(const ComponentsAsked& value) { return text_of(static_cast<double>(value)); }

OptionValue value_of(const ComponentsAsked& value) { return static_cast<double>(value); }

void set_value(const OptionValue& from, ComponentsAsked& to) {
  double number = 0;
  set_value(from, number);
  to = number;
}

ComponentGoal component_goal(const std::optional<ComponentsAsked>& asked, Index measures) {
  const Index most = std::max<Index>(0, measures - 1);
  if (!asked) return {std::min<Index>(3, most), {}};
  if (asked->share()) return {most, asked->share()};
  require(most > 0,
          fmt::format("`components` {}: one measure has no components; leave the option out to find its mean",
                      asked->count()));
  require(asked->count() <= most,
          fmt::format("`components` {} is more than {} measures can have; ask for at most {}", asked->count(),
                      measures, most));
  return {asked->count(), {}};
}

}  // namespace wpga
