#include "wpga/io/formats/utf8.hpp"

#include <cstdint>
#include <cstring>

namespace wpga {

namespace {

struct Decoded {
  char32_t code_point;
  std::size_t length;  // 0: malformed
};

bool is_character(char32_t code_point) {
  return code_point <= 0x10FFFF && (code_point < 0xD800 || code_point > 0xDFFF);
}

Decoded decode_at(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || at + length > text.size()) return {0, 0};
  char32_t code_point = lead & (0xFFU >> (length + 1));
  for (std::size_t k = 1; k < length; ++k) {
    const auto next = static_cast<unsigned char>(text[at + k]);
    if ((next & 0xC0) != 0x80) return {0, 0};
    code_point = (code_point << 6) | (next & 0x3FU);
  }
  constexpr char32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code_point < smallest[length] || !is_character(code_point)) return {0, 0};
  return {code_point, length};
}

bool eight_ascii(const char* at) {
  std::uint64_t word;
  std::memcpy(&word, at, sizeof(word));
  return (word & 0x8080808080808080ULL) == 0;
}

}  // namespace

std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (at + 8 <= text.size() && eight_ascii(text.data() + at)) {
      at += 8;
      continue;
    }
    const std::size_t length = decode_at(text, at).length;
    if (length == 0) return at;
    at += length;
  }
  return std::nullopt;
}

bool append_utf8(std::string& out, char32_t code_point) {
  if (!is_character(code_point)) return false;
  const auto tail = [&](int shift) { out += static_cast<char>(0x80 | ((code_point >> shift) & 0x3F)); };
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    out += static_cast<char>(0xC0 | (code_point >> 6));
    tail(0);
  } else if (code_point < 0x10000) {
    out += static_cast<char>(0xE0 | (code_point >> 12));
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0 | (code_point >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
  return true;
}

std::u32string code_points(std::string_view text) {
  std::u32string points;
  for (std::size_t at = 0; at < text.size();) {
    const Decoded decoded = decode_at(text, at);
    if (decoded.length == 0) break;
    points += decoded.code_point;
    at += decoded.length;
  }
  return points;
}

}  // namespace wpga
