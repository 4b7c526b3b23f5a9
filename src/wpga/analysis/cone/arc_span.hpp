// The directions in which the arcs that leave an atom see its fields: few where the space has many.
#pragma once

#include <cstdint>
#include <vector>

#include "wpga/analysis/cone/atom_sites.hpp"

namespace wpga {

// An orthonormal basis of the steps y_target − y_atom, and the steps in it.
struct ArcSpan {
  std::vector<std::int32_t> targets;  // sites, rising
  Matrix basis;                       // d × t, without columns where no arc leaves
  Matrix steps;                       // t × targets
  bool is_all = true;                 // of R^d, in its own coordinates: basis and steps are not needed

  bool whole() const { return is_all; }
  Index dimension_in(Index whole_dimension) const { return whole() ? whole_dimension : basis.cols(); }
};

// Whole unless targets are few beside the dimension.  O(d · targets²).
ArcSpan arc_span(const AtomSites& sites, Index atom, std::vector<std::int32_t> targets);

}  // namespace wpga
