// Cold start of the transport simplex.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wpga/transport/bipartite_nodes.hpp"
#include "wpga/transport/centred_costs.hpp"

namespace wpga {

// Parents (indexed by node) of a strongly feasible tree: row after row sends its mass to the columns that are
// cheapest for it among those not yet full.  O((rows + columns) · columns · d / lanes).
std::vector<Node> initial_tree(const BipartiteNodes& nodes, const CentredCosts& costs,
                               std::span<const std::int64_t> masses);

}  // namespace wpga
