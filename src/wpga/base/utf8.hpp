// Names are UTF-8 everywhere; what is not is shown safely and refused.
#pragma once

#include <string>
#include <string_view>

namespace wpga {

bool is_utf8(std::string_view text);

// The text as a terminal may show it: control characters and bytes that are not UTF-8 become \xNN.
std::string displayed(std::string_view text);

// How many columns of a terminal the text takes, counting one per code point.
std::size_t displayed_width(std::string_view text);

}  // namespace wpga
