#include "wpga/io/json.hpp"

namespace wpga {

Json parsed_json(std::string_view text) { return Json::parse(text, nullptr, false); }

}  // namespace wpga
