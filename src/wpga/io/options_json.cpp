#include "wpga/io/options_json.hpp"

#include <algorithm>

#include "wpga/base/error.hpp"

namespace wpga {

Json parsed_json(std::string_view text) { return Json::parse(text, nullptr, false); }

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
  require(json.is_array(), fmt::format("an option has a value of the wrong kind: {}", json.dump()));
  if (std::ranges::all_of(json, [](const Json& item) { return item.is_string(); }))
    return json.get<std::vector<std::string>>();
  require(std::ranges::all_of(json, [](const Json& item) { return item.is_number(); }),
          fmt::format("an option has a list of the wrong kind: {}", json.dump()));
  return json.get<std::vector<double>>();
}

OptionValues values_from(const Json& object) {
  require(object.is_object(), "it is no JSON object");
  OptionValues values;
  for (const auto& [name, value] : object.items()) values.set(name, value_from(value));
  return values;
}

}  // namespace wpga
