// Values of options as a person types and reads them.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wpga/base/error.hpp"
#include "wpga/base/named_enum.hpp"

namespace wpga {

// Parses the whole of `text`; throws InputError("'x' is not …").
template <std::integral Integer>
void parse_value(std::string_view text, Integer& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    throw InputError(fmt::format("'{}' is not a whole number{}", text,
                                 std::is_unsigned_v<Integer> ? " of 0 or more" : ""));
}

inline void parse_value(std::string_view text, double& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    throw InputError(fmt::format("'{}' is not a number", text));
}

inline void parse_value(std::string_view text, std::string& value) { value = text; }

template <NamedEnum E>
void parse_value(std::string_view text, E& value) {
  const std::optional<E> found = value_named<E>(text);
  if (!found) throw InputError(fmt::format("'{}' is not one of {}", text, all_names<E>()));
  value = *found;
}

template <class T>
void parse_value(std::string_view text, std::optional<T>& value) {
  T inner{};
  parse_value(text, inner);
  value = std::move(inner);
}

// Comma-separated.
template <class T>
void parse_value(std::string_view text, std::vector<T>& value) {
  value.clear();
  while (true) {
    const std::size_t comma = text.find(',');
    T item{};
    parse_value(text.substr(0, comma), item);
    value.push_back(std::move(item));
    if (comma == std::string_view::npos) return;
    text.remove_prefix(comma + 1);
  }
}

// The value as it would be typed; empty when there is none.
inline std::string text_of(bool value) { return value ? "true" : "false"; }
inline std::string text_of(const std::string& value) { return value; }
inline std::string text_of(double value) { return fmt::format("{}", value); }
template <std::integral Integer>
std::string text_of(Integer value) {
  return fmt::format("{}", value);
}
template <NamedEnum E>
std::string text_of(E value) {
  return std::string(name_of(value));
}
template <class T>
std::string text_of(const std::optional<T>& value) {
  return value ? text_of(*value) : std::string();
}
template <class T>
std::string text_of(const std::vector<T>& values) {
  std::string joined;
  for (std::size_t i = 0; i < values.size(); ++i) joined += (i == 0 ? "" : ",") + text_of(values[i]);
  return joined;
}

// What stands for the value in the manual: "N", "X", "TEXT", or the words to choose from.
template <class T>
struct ValueWord {
  static std::string word() {
    if constexpr (NamedEnum<T>)
      return all_names<T>();
    else if constexpr (std::integral<T>)
      return "N";
    else if constexpr (std::floating_point<T>)
      return "X";
    else
      return "TEXT";
  }
};
template <class T>
struct ValueWord<std::optional<T>> : ValueWord<T> {};
template <class T>
struct ValueWord<std::vector<T>> {
  static std::string word() { return ValueWord<T>::word() + ",…"; }
};

}  // namespace wpga
