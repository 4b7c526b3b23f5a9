#include "wpga/io/options_json.hpp"

#include <algorithm>

#include "wpga/base/error.hpp"

namespace wpga {

namespace {

// Deep JSON would overflow the stack of whoever walks down it, and keys are looked up one by one.  Longest is
// the record of a run, with the words of its command line.
constexpr std::size_t longest_text = std::size_t{1} << 24;
constexpr int most_levels = 8;
constexpr int most_keys = 1000;

struct TooMuch {};

}  // namespace

Json parsed_json(std::string_view text) try {
  if (text.size() > longest_text) throw TooMuch{};
  int keys = 0;
  const auto within_bounds = [&](int levels_around, Json::parse_event_t event, const Json&) {
    using enum Json::parse_event_t;
    const bool opens = event == object_start || event == array_start;
    if (event == key) ++keys;
    if (keys > most_keys || (opens && levels_around >= most_levels)) throw TooMuch{};
    return true;
  };
  return Json::parse(text, within_bounds, false);
} catch (const TooMuch&) {
  return Json::value_t::discarded;
}

Json json_of(const OptionValue& value) {
  return std::visit(
      [](const auto& inner) -> Json {
        if constexpr (std::same_as<std::remove_cvref_t<decltype(inner)>, std::monostate>)
          return nullptr;
        else
          return inner;
      },
      value.variant());
}

Json json_of(const OptionValues& values) {
  Json object = Json::object();
  for (const auto& [name, value] : values) object[name] = json_of(value);
  return object;
}

OptionValue value_from(const Json& json) {
  if (json.is_null()) return {};
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_unsigned()) return json.get<std::uint64_t>();
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  require(json.is_array(), "an option is an object, where a text, a number or a list is wanted");
  if (std::ranges::all_of(json, [](const Json& item) { return item.is_string(); }))
    return json.get<std::vector<std::string>>();
  require(std::ranges::all_of(json, [](const Json& item) { return item.is_number(); }),
          "an option is a list of more than texts alone, or numbers alone");
  return json.get<std::vector<double>>();
}

OptionValues values_from(const Json& object) {
  require(object.is_object(), not_an_object);
  OptionValues values;
  for (const auto& [name, value] : object.items()) values.set(name, value_from(value));
  return values;
}

}  // namespace wpga
