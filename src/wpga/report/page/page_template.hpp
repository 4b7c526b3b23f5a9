// The page without data: page/built/page.html, kept in the program.
#pragma once

#include <string_view>

namespace wpga {

// One HTML document with `payload_mark` where the data go.
std::string_view page_template();

inline constexpr std::string_view payload_mark = "@WPGA_PAYLOAD@";

}  // namespace wpga
