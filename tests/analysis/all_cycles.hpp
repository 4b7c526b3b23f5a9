// The cone of optimal maps in the open.
#pragma once

#include <algorithm>
#include <vector>

#include "wpga/analysis/cone/cycle_cuts.hpp"

namespace wpga::test {

// Every simple cycle of the atoms, for the given fields: together they are the cone.  There are
// 84 on five atoms.
inline std::vector<FieldConstraint> all_cycles(const Matrix& atoms, int fields) {
  const auto count = static_cast<unsigned>(atoms.cols());
  std::vector<FieldConstraint> constraints;
  for (unsigned chosen = 0; chosen < (1U << count); ++chosen) {
    Cycle cycle;
    for (unsigned k = 0; k < count; ++k)
      if (chosen >> k & 1U) cycle.push_back(static_cast<std::int32_t>(k));
    if (cycle.size() < 2) continue;
    do {
      for (int field = 0; field < fields; ++field) constraints.push_back(constraint_of(atoms, cycle, field));
    } while (std::next_permutation(cycle.begin() + 1, cycle.end()));
  }
  return constraints;
}

}  // namespace wpga::test
