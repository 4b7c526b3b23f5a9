// The door to nlohmann-json: keys keep the order in which they were written.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace wpga {

using Json = nlohmann::ordered_json;

// For a person or a program; what is not UTF-8 in it, as names of files may be, is replaced.
inline std::string json_text(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace wpga
