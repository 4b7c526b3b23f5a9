// One order for measures and atoms, whatever order they came in: a start drawn at random, a tie, the last bit
// of a sum then fall out alike, and with them which of several local minima is found.
// docs/principal_geodesics.md
#pragma once

#include <vector>

#include "wpga/analysis/analysis.hpp"
#include "wpga/barycenters/mean.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

// Families of more atoms stay as they are: they are not held twice, and the more measures and atoms there
// are, the less one start decides.
inline constexpr Index most_atoms_in_canonical_order = 8192;

struct CanonicalFamily {
  MeasureFamily family;         // without labels
  std::vector<Index> measures;  // measure i of it is number measures[i] of the family that was given
};
// Atoms of each measure by their coordinates, the last one first, then measures by size, atoms, weights and
// λ.  O(n log n).
CanonicalFamily in_canonical_order(const MeasureFamily& family);

// The atoms of a measure by their coordinates: k of them is number order[k] of those given.
std::vector<Index> canonical_order(const MeasureView& measure);

// What was found in canonical order, told in the order that was given.
Mean in_given_order(Mean mean, const std::vector<Index>& measures);
// `atoms` as above, of the mean; curves move its atoms.
Analysis in_given_order(Analysis analysis, const std::vector<Index>& measures,
                        const std::vector<Index>& atoms);

}  // namespace wpga
