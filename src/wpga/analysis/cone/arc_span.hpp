// The directions in which the arcs that leave an atom see its fields: few where the space has many.
#pragma once

#include <cstdint>
#include <vector>

#include "wpga/analysis/cone/atom_sites.hpp"

namespace wpga {

// An orthonormal basis of the steps y_target − y_atom, and the steps in it.
struct ArcSpan {
  std::vector<std::int32_t> targets;  // sites, rising
  Matrix basis;                       // d × t; empty: all of R^d, in its own coordinates
  Matrix steps;                       // t × targets

  bool whole() const { return basis.size() == 0; }
  Index dimension_in(Index whole_dimension) const { return whole() ? whole_dimension : basis.cols(); }
};

// Whole unless targets are few beside the dimension.  O(d · targets²).
ArcSpan arc_span(const AtomSites& sites, Index atom, std::vector<std::int32_t> targets);

}  // namespace wpga
