// A word before work that takes long, not after it.
#pragma once

#include <string>

#include "wpga/parallel/execution.hpp"

namespace wpga {

// Seconds from which on it is told, and dimensions from which on estimates of optimal maps are made.
inline constexpr double long_work = 5;
inline constexpr int many_dimensions = 32;

// "this will take about 3 minutes of processor time on 2 threads"
std::string long_work_words(double seconds, const Execution& execution);

}  // namespace wpga
