// --times 5 is a count, --times 0,0.3,1 a list.
#pragma once

#include <string>
#include <vector>

namespace wpga {

// A count of 2 or more gives equally spaced times from 0 to 1, a count of 1 gives ½.  Throws InputError for
// times outside [0, 1].
std::vector<double> parse_times(const std::string& text);

}  // namespace wpga
