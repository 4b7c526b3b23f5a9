// Cold start of the transport simplex.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wpga/transport/simplex/bipartite_nodes.hpp"
#include "wpga/transport/simplex/centered_costs.hpp"

namespace wpga {

// Parents (indexed by node) of a strongly feasible tree: mass goes greedily along the densest arcs of a
// coarse coupling, then row after row to the cheapest columns not yet full.
std::vector<Node> initial_tree(const BipartiteNodes& nodes, const CenteredCosts& costs,
                               std::span<const std::int64_t> masses);

}  // namespace wpga
