#include "wpga/base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace wpga {

namespace {

bool is_character(char32_t code_point) {
  return code_point <= 0x10FFFF && (code_point < 0xD800 || code_point > 0xDFFF);
}

// Control characters of ASCII and of Latin 1, and those that turn the direction or begin a line.
bool acts_on_terminal(char32_t code_point) {
  return code_point < 0x20 || (code_point >= 0x7F && code_point <= 0x9F) ||
         (code_point >= 0x2028 && code_point <= 0x202E) || (code_point >= 0x2066 && code_point <= 0x2069);
}

bool eight_ascii(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof(word));
  return (word & 0x8080808080808080ULL) == 0;
}

}  // namespace

std::optional<Character> first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return Character{lead, 1};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || length > text.size()) return std::nullopt;
  char32_t code_point = lead & (0xFFU >> (length + 1));
  for (std::size_t k = 1; k < length; ++k) {
    const auto next = static_cast<unsigned char>(text[k]);
    if ((next & 0xC0) != 0x80) return std::nullopt;
    code_point = (code_point << 6) | (next & 0x3FU);
  }
  constexpr std::array<char32_t, 5> smallest = {0, 0, 0x80, 0x800, 0x10000};
  if (code_point < smallest[length] || !is_character(code_point)) return std::nullopt;
  return Character{code_point, length};
}

std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (at + 8 <= text.size() && eight_ascii(text.data() + at)) {
      at += 8;
      continue;
    }
    const std::optional<Character> character = first_character(text.substr(at));
    if (!character) return at;
    at += character->length;
  }
  return std::nullopt;
}

bool is_utf8(std::string_view text) { return !first_invalid_utf8(text); }

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
  while (!text.empty()) {
    const std::optional<Character> character = first_character(text);
    if (!character) break;
    points += character->code_point;
    text.remove_prefix(character->length);
  }
  return points;
}

std::string displayed(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const std::optional<Character> character = first_character(text);
    const bool harmless = character && !acts_on_terminal(character->code_point);
    const std::size_t length = harmless ? character->length : 1;
    if (harmless)
      shown += text.substr(0, length);
    else
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    text.remove_prefix(length);
  }
  return shown;
}

std::size_t displayed_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<std::uint8_t>(c) & 0xc0) != 0x80; }));
}

}  // namespace wpga
