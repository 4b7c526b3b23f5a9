// An option is said once: name, member, sentence and rule stand in one list beside the struct, and flags,
// JSON, the manual and validation are visitors of that list.
//
//   struct MeanOptions {
//     int support = 256;
//     double tolerance = 1e-4;
//     static constexpr auto list() {
//       return Listing{option("support", &MeanOptions::support, "atoms of the mean", at_least(1)),
//                         option("tolerance", &MeanOptions::tolerance, "relative fall that ends the
//                         iteration", positive())};
//     }
//   };
//   static_assert(lists_every_member<MeanOptions>);
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "wpga/base/error.hpp"
#include "wpga/base/listing.hpp"
#include "wpga/base/named_enum.hpp"

namespace wpga {

// ---- Rules: does a value pass, and how is the rule said ("must be …").

struct AnyValue {
  template <class T>
  constexpr bool holds(const T&) const {
    return true;
  }
  std::string words() const { return {}; }
};

struct Range {
  double low, high;
  bool open_low = false;

  template <class T>
  constexpr bool holds(const T& value) const {
    const auto number = static_cast<double>(value);
    return number <= high && (open_low ? number > low : number >= low);
  }
  std::string words() const {
    if (std::isinf(high))
      return open_low ? fmt::format("greater than {:g}", low) : fmt::format("at least {:g}", low);
    return open_low ? fmt::format("in ({:g}, {:g}]", low, high)
                    : fmt::format("between {:g} and {:g}", low, high);
  }
};

constexpr AnyValue any() { return {}; }
constexpr Range at_least(double low) { return {low, std::numeric_limits<double>::infinity()}; }
constexpr Range positive() { return {0, std::numeric_limits<double>::infinity(), true}; }
constexpr Range between(double low, double high) { return {low, high}; }

// ---- One option.

template <class Owner, class Value, class Rule>
struct Option {
  std::string_view name;  // of the flag without its dashes, and the JSON key
  Value Owner::* member;
  std::string_view sentence;  // what it does, for the manual; other options in backquotes
  Rule rule;
};

template <class Owner, class Value, class Rule = AnyValue>
constexpr auto option(std::string_view name, Value Owner::* member, std::string_view sentence,
                      Rule rule = {}) {
  return Option<Owner, Value, Rule>{name, member, sentence, rule};
}

// A member that is itself a struct of options: its list stands here in place.
template <class Owner, class Group>
struct OptionGroup {
  Group Owner::* member;
};

template <class Owner, class Group>
constexpr auto options_of(Group Owner::* member) {
  return OptionGroup<Owner, Group>{member};
}

// visitor(option, value) for every option of the struct, in the order of the list, groups included.
template <class Options, class Visitor>
void for_each_option(Options& options, Visitor&& visitor) {
  const auto visit = [&]<class Entry>(const Entry& entry) {
    if constexpr (requires { entry.name; })
      visitor(entry, options.*(entry.member));
    else
      for_each_option(options.*(entry.member), visitor);
  };
  std::remove_const_t<Options>::list().for_each(visit);
}

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

// Throws InputError for the first value that breaks its rule; `prefix` is what stands before the names of
// these options where they are typed, for example "mean-".
template <class Options>
void validate(const Options& options, std::string_view prefix = {}) {
  for_each_option(options, [&](const auto& entry, const auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    bool holds = true;
    if constexpr (is_optional<Value>)
      holds = !value || entry.rule.holds(*value);
    else
      holds = entry.rule.holds(value);
    if (!holds) throw InputError(fmt::format("`{}{}` must be {}", prefix, entry.name, entry.rule.words()));
  });
}

// ---- No member left out: the list is as long as the aggregate has members.

namespace detail {
struct Anything {
  template <class T>
  operator T() const;  // never called: only the shape of T{…} is asked
};
template <class T, std::size_t... I>
constexpr bool takes(std::index_sequence<I...>) {
  return requires { T{(static_cast<void>(I), Anything{})...}; };
}
template <class T, std::size_t N = 0>
constexpr std::size_t count_members() {
  if constexpr (takes<T>(std::make_index_sequence<N + 1>{}))
    return count_members<T, N + 1>();
  else
    return N;
}
}  // namespace detail

template <class Options>
inline constexpr bool lists_every_member =
    detail::count_members<Options>() == decltype(Options::list())::size;

}  // namespace wpga
