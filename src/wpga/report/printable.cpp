#include "wpga/report/printable.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace wpga {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr int longest = 2000;

struct Scalar {
  std::uint32_t value;
  std::size_t bytes;
};

// The code point at the head of the text, or nothing where the bytes are no UTF-8 (overlong forms, surrogates
// and values beyond U+10FFFF are none).
std::optional<Scalar> head_of(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return Scalar{lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  constexpr std::array<std::uint32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return std::nullopt;
  std::uint32_t value = lead & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return std::nullopt;
    value = value << 6 | (byte(i) & 0x3FU);
  }
  const bool surrogate = value >= 0xD800 && value < 0xE000;
  if (value < smallest[bytes] || value > 0x10FFFF || surrogate) return std::nullopt;
  return Scalar{value, bytes};
}

// Control characters, and the marks that turn the direction of what follows them.
bool is_control(std::uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF ||
         (c & 0xFFFEU) == 0xFFFE;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  for (int characters = 0; !text.empty() && characters < longest; ++characters) {
    const std::optional<Scalar> head = head_of(text);
    if (!head)
      result += replacement;
    else if (is_control(head->value))
      result += ' ';
    else
      result += text.substr(0, head->bytes);
    text.remove_prefix(head ? head->bytes : 1);
  }
  return result;
}

}  // namespace wpga
