// Values of options (base/option_values.hpp) as JSON.
#pragma once

#include <string_view>

#include "wpga/base/option_values.hpp"
#include "wpga/io/json.hpp"

namespace wpga {

// Of any text; is_discarded() where it is no JSON, or has more than 8 levels, 1000 keys or 16 MB: nothing
// written here is so large, and what is may be made to harm.
Json parsed_json(std::string_view text);

inline constexpr const char* not_an_object = "it is no JSON object of at most 8 levels and 1000 keys";

Json json_of(const OptionValue& value);
// {"support": 256, …}, in the order of the values.
Json json_of(const OptionValues& values);

// Throws InputError for JSON that no option has: objects, and lists of anything but texts or numbers.
OptionValue value_from(const Json& json);
// Of an object.
OptionValues values_from(const Json& object);

template <class Options>
Json options_to_json(const Options& options) {
  return json_of(values_of(options));
}

// Keys that are missing keep the option's default; keys that are not of this struct are left to others.
template <class Options>
Options options_from_json(const Json& object) {
  return options_from<Options>(values_from(object));
}

}  // namespace wpga
