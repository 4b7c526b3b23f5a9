// Weights as integers, so that flows are added and compared without rounding: degeneracy is seen exactly and
// a plan's marginals are met to the last unit.
#pragma once

#include <cstdint>
#include <span>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

// The common total of both sides, near 2^62 and a multiple of rows · columns: uniform weights have no
// remainder.
std::int64_t common_total(Index rows, Index columns);

// masses[k] ≈ weights[k] / Σ weights · total, at least 1, with Σ masses = total: the heaviest atom takes what
// rounding left over, at most a few units of the last place of the total weight.  Equal weights become equal
// masses.  The same for every copy of the weights, wherever it begins in memory.
void to_integer_masses(const WeightsRef& weights, std::int64_t total, std::span<std::int64_t> masses);

}  // namespace wpga
