// Whether as many threads can be started as were asked for.
#pragma once

#include "wpga/parallel/execution.hpp"

namespace wpga {

// Throws InputError where limits of memory or of processes do not allow them: oneTBB would end the program.
// Some tens of microseconds a thread.
void require_threads(const Execution& execution);

}  // namespace wpga
