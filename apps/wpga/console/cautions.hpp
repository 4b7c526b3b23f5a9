// Cautions (study/cautions.hpp), said to a person and in documents.
#pragma once

#include <string>

#include "console/console.hpp"
#include "wpga/study/cautions.hpp"
#include "wpga/study/unproven.hpp"

namespace wpga {

std::string few_measures_words(Index measures, std::size_t components);           // a line, or nothing
std::string time_words(const TimeCounts& counts, Index measures);                 // lines, or nothing
std::string unproven_words(const Analysis& analysis, const OptionValues& asked);  // lines, or nothing

// The count goes into the document as "far_outside"; from a quarter of the measures on, a "warning" too.
void tell_if_far(const FarOutside& found, Json& document);
// Says the warning of the document, if it has one.
void say_warning(const Json& document, const Console& console);

}  // namespace wpga
