// Tests by chance: the same numbers, shuffled or with other signs, as often as asked.  docs/statistics.md
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/base/random.hpp"

namespace wpga {

// 0 … count − 1 in random order (Fisher & Yates).
std::vector<Index> shuffled(Index count, Random& random);

// (1 + how many of `permutations` shuffled orders give at least `statistic` of the given one) / (1 +
// permutations): exact whatever the statistic, where the order means nothing (Phipson & Smyth 2010).
// Throws Interrupted where a StopScope asks for a stop.
double permutation_p(Index count, int permutations, std::uint64_t seed,
                     const std::function<double(const std::vector<Index>&)>& statistic);

// The same for Σ_i s_i gains_i with random signs s_i: is the sum above zero?  Exact for gains that are as
// often positive as negative, size for size.
double sign_flip_p(const Vector& gains, int permutations, std::uint64_t seed);

// Signs of fewer gains are never at the level of 5 %: those of four are all alike once in sixteen.
constexpr Index fewest_for_signs = 5;

// The numbers times the power of 2 that brings the largest to 1 … 2, exactly: no square of them leaves the
// range of doubles.
Vector in_binary_unit(const Vector& numbers);

}  // namespace wpga
