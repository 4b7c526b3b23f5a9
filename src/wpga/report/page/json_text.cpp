#include "wpga/report/page/json_text.hpp"

namespace wpga {

std::string json_string(std::string_view text) {
  std::string quoted = "\"";
  for (const char sign : text) {
    const auto code = static_cast<unsigned char>(sign);
    if (sign == '"' || sign == '\\')
      (quoted += '\\') += sign;
    else if (code < 0x20 || code == 0x7f || sign == '<' || sign == '>' || sign == '&')
      quoted += fmt::format("\\u{:04x}", code);
    else
      quoted += sign;
  }
  return quoted + '"';
}

std::string json_number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : "null"; }

std::string json_strings(std::span<const std::string> texts) {
  std::string list = "[";
  for (const std::string& text : texts) list += (list.size() > 1 ? "," : "") + json_string(text);
  return list + "]";
}

}  // namespace wpga
