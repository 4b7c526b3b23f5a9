#include "wpga/report/printable.hpp"

#include <optional>

#include "wpga/base/utf8.hpp"

namespace wpga {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr int longest = 2000;

// Control characters, and the marks that turn the direction of what follows them.
bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF ||
         (c & 0xFFFEU) == 0xFFFE;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  for (int characters = 0; !text.empty() && characters < longest; ++characters) {
    const std::optional<Character> head = first_character(text);
    if (!head)
      result += replacement;
    else if (is_control(head->code_point))
      result += ' ';
    else
      result += text.substr(0, head->length);
    text.remove_prefix(head ? head->length : 1);
  }
  return result;
}

}  // namespace wpga
