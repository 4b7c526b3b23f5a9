// Exact optimal transport for the squared Euclidean cost: a dense primal network simplex, warm from its last
// tree.  A tree stays primal feasible whatever the costs are, so solving again after the source moved is
// pricing again.  docs/transport_simplex.md tells the method and its certificate.
#pragma once

#include <cstdint>
#include <memory>

#include "wpga/base/options.hpp"
#include "wpga/transport/coupling.hpp"

namespace wpga {

struct TransportSimplexOptions {
  int pivots = 0;

  static constexpr auto list() {
    return Listing{option("pivots", &TransportSimplexOptions::pivots,
                          "most pivots of one solve; 0: a generous multiple of the atoms", at_least(0))};
  }
};
static_assert(lists_every_member<TransportSimplexOptions>);

// Couplings of this engine are exact: gap() is rounding, unless the pivots ran out (termination
// `iteration_limit`; primal and dual are valid all the same).  Weights must be positive; they are divided by
// their sum, so sums that differ in the last digits are no matter.  Resting: 2 bytes an atom, 4 from 65,536
// atoms on.
std::unique_ptr<TransportEngine> exact_transport(const TransportSimplexOptions& options = {});

}  // namespace wpga
