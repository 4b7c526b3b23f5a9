// Enumerations whose values carry the words used in flags, JSON and files.
// An enumeration takes part by declaring `names(E)`: one word for each value, in order, counted from 0.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace wpga {

template <class E>
concept NamedEnum = std::is_enum_v<E> && requires(E e) { names(e).size(); };

template <NamedEnum E>
constexpr std::string_view name_of(E value) {
  return names(value)[static_cast<std::size_t>(value)];
}

template <NamedEnum E>
constexpr std::optional<E> value_named(std::string_view word) {
  const auto words = names(E{});
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] == word) return static_cast<E>(i);
  return std::nullopt;
}

// "auto|exact|entropic"
template <NamedEnum E>
std::string all_names() {
  std::string joined;
  for (const std::string_view word : names(E{})) joined += (joined.empty() ? "" : "|") + std::string(word);
  return joined;
}

}  // namespace wpga
