// How long transport takes, told before it begins.
#pragma once

#include "wpga/transport/engine_choice.hpp"

namespace wpga {

// Rough processor seconds of one problem solved from scratch; within a factor of four for clouds of 2000 to
// 100,000 atoms on a machine of 2020.  docs/engine_choice.md has the measurements.
double estimated_seconds(TransportMethod method, Index source_atoms, Index target_atoms, Index dimension);

}  // namespace wpga
