// The page without data, built from page/ by npm and kept in the program.
#pragma once

#include <string_view>

namespace wpga {

// One HTML document with `payload_mark` where the data go; empty in a program that was built without npm.
std::string_view page_template();

inline constexpr std::string_view payload_mark = "@WPGA_PAYLOAD@";

}  // namespace wpga
