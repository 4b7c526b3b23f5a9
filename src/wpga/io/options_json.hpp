// Options as JSON, a visitor of the one list (base/options.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wpga/base/option_text.hpp"
#include "wpga/base/options.hpp"
#include "wpga/io/json.hpp"

namespace wpga {

template <class T>
Json value_to_json(const T& value) {
  if constexpr (is_optional<T>)
    return value ? value_to_json(*value) : Json(nullptr);
  else if constexpr (NamedEnum<T>)
    return std::string(name_of(value));
  else
    return Json(value);
}

// {"support": 256, …}, in the order of the list.
template <class Options>
Json options_to_json(const Options& options) {
  Json object = Json::object();
  for_each_option(options, [&](const auto& entry, const auto& value) {
    object[std::string(entry.name)] = value_to_json(value);
  });
  return object;
}

template <class T>
void value_from_json(const Json& json, T& value) {
  if constexpr (is_optional<T>) {
    value.reset();
    if (!json.is_null()) value_from_json(json, value.emplace());
  } else if constexpr (NamedEnum<T>) {
    parse_value(json.template get<std::string>(), value);
  } else {
    value = json.template get<T>();
  }
}

// Keys that are missing keep the option's default; keys that are not of this struct are left to others.
template <class Options>
Options options_from_json(const Json& object) {
  Options options;
  for_each_option(options, [&](const auto& entry, auto& value) {
    const auto found = object.find(std::string(entry.name));
    if (found == object.end()) return;
    try {
      value_from_json(*found, value);
    } catch (const Json::exception&) {
      throw InputError(
          fmt::format("option '{}' has a value of the wrong kind: {}", entry.name, found->dump()));
    }
  });
  validate(options);
  return options;
}

}  // namespace wpga
