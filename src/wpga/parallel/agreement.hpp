// Ranks read their files each for itself: at another moment, or from a disk of its own.
#pragma once

#include <cstdint>
#include <string_view>

#include "wpga/parallel/execution.hpp"

namespace wpga {

// `mark`: by which this rank knows what it has read.  Throws InputError on all ranks where two marks differ;
// `what` they are of is told.  Nothing where there is one rank.
void require_agreement(const Execution& execution, std::uint64_t mark, std::string_view what);

}  // namespace wpga
