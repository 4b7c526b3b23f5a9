// A word before work that takes long, not after it.
#pragma once

#include <string>

#include "wpga/parallel/execution.hpp"

namespace wpga {

// "this will take about 3 minutes of processor time on 2 threads"
std::string long_work_words(double seconds, const Execution& execution);

}  // namespace wpga
