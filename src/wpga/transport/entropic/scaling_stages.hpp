// ε-scaling, alike for one coupling and for many on a shared support: from a regularization at which
// Sinkhorn's iteration converges in a few sweeps down to the one asked for, each stage from the potentials of
// the one before.
#pragma once

#include "wpga/base/linear_algebra.hpp"

namespace wpga::scaling_stages {

inline constexpr Index mixing_depth = 8;               // of Anderson's mixing
inline constexpr double first_regularization = 0.5;    // of the mean cost
inline constexpr double regularization_factor = 0.25;  // from one stage to the next
inline constexpr double stage_tolerance = 0.03;
inline constexpr int stage_iterations = 200;
// Of measures on a shared support: enough for fast products, small enough for the history of each.
inline constexpr Index columns_together = 128;

}  // namespace wpga::scaling_stages
