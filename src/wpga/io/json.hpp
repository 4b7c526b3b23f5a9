// The door to nlohmann-json: keys keep the order in which they were written.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace wpga {

using Json = nlohmann::ordered_json;

// is_discarded() where the text is no JSON.
Json parsed_json(std::string_view text);

}  // namespace wpga
