// How many components are looked for.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/base/option_text.hpp"
#include "wpga/base/option_values.hpp"
#include "wpga/base/options.hpp"

namespace wpga {

// So many components, or as many as explain a share of the variance: typed as one number, below one a share.
class ComponentsAsked {
 public:
  ComponentsAsked(double number = 1) : number_(number) {}

  std::optional<double> share() const { return number_ < 1 ? std::optional(number_) : std::nullopt; }
  // Throws InputError for what is neither.
  Index count() const;
  explicit operator double() const { return number_; }
  bool operator==(const ComponentsAsked&) const = default;

 private:
  double number_;
};

void parse_value(std::string_view text, ComponentsAsked& value);
std::string text_of(const ComponentsAsked& value);
OptionValue value_of(const ComponentsAsked& value);
void set_value(const OptionValue& from, ComponentsAsked& to);
template <>
struct ValueWord<ComponentsAsked> : ValueWord<double> {};

struct ComponentGoal {
  Index components;             // at most
  std::optional<double> share;  // stop once this share of the variance is explained

  bool reached(double cumulative) const { return share && cumulative >= *share; }
};

// Of nothing: 3, or one less than there are measures.  Throws InputError for more components than measures
// can have.
ComponentGoal component_goal(const std::optional<ComponentsAsked>& asked, Index measures);

// `--components`, for every list of options that has it.
template <class Owner>
constexpr auto components_option(std::optional<ComponentsAsked> Owner::* member) {
  return option("components", member,
                "components to find, or a share of the variance such as 0.9 to explain; unless given 3, or "
                "one less than there are measures",
                positive());
}

}  // namespace wpga
