// Names and tables are UTF-8; this is the check at the door.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace wpga {

// Where the first byte stands that does not belong to well-formed UTF-8 (RFC 3629: no surrogates, no overlong
// forms, nothing above U+10FFFF), or nothing when all is well.  Linear, fast on ASCII.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);

// Appends one character; false, and nothing appended, when the code point is none.
bool append_utf8(std::string& out, char32_t code_point);

// The characters of well-formed UTF-8.
std::u32string code_points(std::string_view text);

}  // namespace wpga
