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

// Atoms that come one measure after the other, equal ones merged as merge_duplicates does.  Memory: that of
// the distinct ones.
class DistinctPool {
 public:
  explicit DistinctPool(Index dimension) : dimension_(dimension) {}

  // Every atom with its weight times `factor`; those that then have none are left out.
  void add(const MeasureView& measure, double factor);
  Index size() const { return static_cast<Index>(weights_.size()); }
  Measure take() &&;

 private:
  void rehash();

  Index dimension_;
  std::vector<double> points_, weights_;
  std::vector<std::int32_t> table_;  // open addressing: a slot holds the number of a distinct atom
};

}  // namespace wpga
