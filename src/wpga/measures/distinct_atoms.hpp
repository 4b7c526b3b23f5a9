// Atoms at the same place are one atom: merging them changes no measure and often most of the work.
#pragma once

#include <cstdint>
#include <vector>

#include "wpga/measures/measure.hpp"

namespace wpga {

struct DistinctAtoms {
  Measure measure;                     // no two points equal; in order of first appearance
  std::vector<std::int32_t> place_of;  // n: which of its atoms each given atom went to
};

// Merges atoms whose coordinates are equal (−0 equals 0), adding their weights.  O(d n) by hashing.
DistinctAtoms merge_duplicates(const MeasureView& measure);

}  // namespace wpga
