// Names and tables are UTF-8 everywhere; what is not is shown safely and refused.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace wpga {

struct Character {
  char32_t code_point;
  std::size_t length;  // bytes
};

// The character at the head of the text (not empty), or nothing where the bytes are not well-formed UTF-8
// (RFC 3629: no surrogates, no overlong forms, nothing above U+10FFFF).
std::optional<Character> first_character(std::string_view text);

// Where the first byte stands that does not belong to well-formed UTF-8, or nothing when all is well. Linear,
// fast on ASCII.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);
bool is_utf8(std::string_view text);

// Appends one character; false, and nothing appended, when the code point is none.
bool append_utf8(std::string& out, char32_t code_point);

// The characters of well-formed UTF-8.
std::u32string code_points(std::string_view text);

// The text as a terminal may show it: control characters and bytes that are not UTF-8 become \xNN.
std::string displayed(std::string_view text);

// How many columns of a terminal the text takes, counting one per code point.
std::size_t displayed_width(std::string_view text);

}  // namespace wpga
