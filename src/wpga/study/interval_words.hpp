// What the two numbers of central_interval (bootstrap.hpp) are.
#pragma once

#include <string>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

// "5th to 95th percentile of 50 draws".  Of fewer than 19 draws these percentiles lie outside all of them,
// and the interval is "lowest to highest of 5 draws".
std::string interval_words(Index draws);

}  // namespace wpga
