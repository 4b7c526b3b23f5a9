// The door to nlohmann-json: keys keep the order in which they were written.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace wpga {

using Json = nlohmann::ordered_json;

// What is not UTF-8 in it, as names of files may be, is replaced.  `indent` −1: one line.
inline std::string json_text(const Json& document, int indent = 2) {
  return document.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace wpga
