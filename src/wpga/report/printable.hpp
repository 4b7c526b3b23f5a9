// Text that every format can hold.
#pragma once

#include <string>
#include <string_view>

namespace wpga {

// Valid UTF-8 on one line: broken bytes become U+FFFD; control characters, line ends and the marks that turn
// the direction of text become spaces; what lies beyond 2000 characters is cut off.
std::string printable(std::string_view text);

}  // namespace wpga
