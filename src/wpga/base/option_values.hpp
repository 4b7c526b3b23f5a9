// Values of options apart from their structs: what a model remembers of how it was made and its data were
// read, what files write as JSON and other languages take as keywords.  Visitors of the one list
// (base/options.hpp).
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "wpga/base/named_enum.hpp"
#include "wpga/base/options.hpp"

namespace wpga {

// Nothing (an optional without value), a truth, a number, a text, or a list of texts or of numbers.
class OptionValue {
 public:
  using Variant = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string,
                               std::vector<std::string>, std::vector<double>>;

  OptionValue() = default;
  OptionValue(bool value) : value_(value) {}
  OptionValue(double value) : value_(value) {}
  OptionValue(std::string value) : value_(std::move(value)) {}
  OptionValue(const char* value) : value_(std::string(value)) {}
  OptionValue(std::vector<std::string> value) : value_(std::move(value)) {}
  OptionValue(std::vector<double> value) : value_(std::move(value)) {}
  template <std::integral Integer>
  OptionValue(Integer value) {
    if (std::in_range<std::int64_t>(value))
      value_ = static_cast<std::int64_t>(value);
    else
      value_ = static_cast<std::uint64_t>(value);
  }

  const Variant& variant() const { return value_; }
  bool is_nothing() const { return value_.index() == 0; }
  // Nothing, false, an empty text or an empty list: as if the option had not been given.
  bool is_absent() const;
  // A number of any kind.
  std::optional<double> number() const;
  const std::string* text() const { return std::get_if<std::string>(&value_); }
  // As a person would type it.
  std::string words() const;

  // Numbers are compared as numbers, empty lists as lists.
  bool operator==(const OptionValue& other) const;

 private:
  Variant value_;
};

// Names and values in the order in which they were set.
class OptionValues {
 public:
  const OptionValue* find(std::string_view name) const;
  bool contains(std::string_view name) const { return find(name) != nullptr; }
  void set(std::string_view name, OptionValue value);  // replaces a value of that name in its place
  void set(const OptionValues& others);
  bool empty() const { return entries_.empty(); }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  bool operator==(const OptionValues&) const = default;

 private:
  std::vector<std::pair<std::string, OptionValue>> entries_;
};

// ---- One value to and from its type.  Types of their own overload both.

template <class T>
OptionValue value_of(const T& value) {
  if constexpr (is_optional<T>) {
    return value ? value_of(*value) : OptionValue();
  } else if constexpr (NamedEnum<T>) {
    return std::string(name_of(value));
  } else if constexpr (requires { typename T::value_type; } && !std::same_as<T, std::string>) {
    if constexpr (NamedEnum<typename T::value_type>) {
      std::vector<std::string> names;
      for (const auto item : value) names.emplace_back(name_of(item));
      return names;
    } else {
      return value;
    }
  } else {
    return value;
  }
}

// Each throws InputError for a value of another kind.
void set_value(const OptionValue& from, bool& to);
void set_value(const OptionValue& from, double& to);
void set_value(const OptionValue& from, std::string& to);
void set_value(const OptionValue& from, std::vector<std::string>& to);
void set_value(const OptionValue& from, std::vector<double>& to);
std::int64_t whole_number(const OptionValue& from);
std::uint64_t large_whole_number(const OptionValue& from);

template <std::integral Integer>
void set_value(const OptionValue& from, Integer& to) {
  if constexpr (std::same_as<Integer, std::uint64_t>) {
    to = large_whole_number(from);
  } else {
    const std::int64_t whole = whole_number(from);
    if (!std::in_range<Integer>(whole)) throw InputError(fmt::format("{} is too large", whole));
    to = static_cast<Integer>(whole);
  }
}

template <NamedEnum E>
void set_value(const OptionValue& from, E& to) {
  std::string word;
  set_value(from, word);
  const std::optional<E> found = value_named<E>(word);
  if (!found) throw InputError(fmt::format("'{}' is not one of {}", word, all_names<E>()));
  to = *found;
}

template <NamedEnum E>
void set_value(const OptionValue& from, std::vector<E>& to) {
  std::vector<std::string> words;
  set_value(from, words);
  to.clear();
  for (const std::string& word : words) set_value(OptionValue(word), to.emplace_back());
}

template <class T>
void set_value(const OptionValue& from, std::optional<T>& to) {
  to.reset();
  if (from.is_nothing()) return;
  T inner{};
  set_value(from, inner);
  to = std::move(inner);
}

// ---- All values of a struct of options.

template <class Options>
OptionValues values_of(const Options& options) {
  OptionValues all;
  for_each_option(options,
                  [&](const auto& entry, const auto& value) { all.set(entry.name, value_of(value)); });
  return all;
}

// Sets the option of that name, or returns false.  Throws InputError, naming it, for a value of another kind.
template <class Options>
bool set_option(Options& options, std::string_view name, const OptionValue& given) {
  bool known = false;
  for_each_option(options, [&](const auto& entry, auto& value) {
    if (entry.name != name) return;
    known = true;
    try {
      set_value(given, value);
    } catch (const InputError& error) {
      throw InputError(fmt::format("`{}`: {}", name, error.what()));
    }
  });
  return known;
}

// Names that are missing keep the option's default; names that are not of this struct are left to others.
template <class Options>
Options options_from(const OptionValues& values) {
  Options options;
  for (const auto& [name, value] : values) set_option(options, name, value);
  validate(options);
  return options;
}

}  // namespace wpga
