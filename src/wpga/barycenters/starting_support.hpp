// Where an iteration on the atoms of a mean begins.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "wpga/base/random.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

// kmeans: k-means++ and Lloyd on all atoms together.  grid: a regular lattice in the box of all atoms.
enum class SupportStart { kmeans, grid };
constexpr std::array<std::string_view, 2> names(SupportStart) { return {"kmeans", "grid"}; }

inline constexpr Index default_support = 256;

// All atoms of the measures with λ_i > 0 as one measure of weights λ_i a_ij, equal atoms merged.  O(d Σ n_i).
Measure pooled_atoms(const MeasureFamily& family);

// The same as far as the first atoms of a mean need it: of families with more than 2 million distinct atoms
// those of evenly chosen measures, about a million.
Measure atoms_to_begin_with(const MeasureFamily& family);

// min(256, atoms of the pool), or what was wanted; throws InputError when that is more than the pool has.
Index support_size(const Measure& pool, std::optional<int> wanted);

// The same for atoms of equal weight: unless a number is wanted, and where every measure with λ_i > 0 has n
// atoms of equal weight, the largest multiple of n up to that.  Optimal plans from such a mean split no atom.
Index support_size(const MeasureFamily& family, const Measure& pool, std::optional<int> wanted);

// kmeans: `count` atoms, each with the share of the pool that went to it.  grid: the largest lattice of at
// most `count` points with cells as even as can be, all of the same weight.
Measure starting_support(const Measure& pool, SupportStart start, Index count, Random random);

}  // namespace wpga
