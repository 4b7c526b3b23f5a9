// The door to nlohmann-json: keys keep the order in which they were written.
#pragma once

#include <nlohmann/json.hpp>

namespace wpga {

using Json = nlohmann::ordered_json;

}  // namespace wpga
