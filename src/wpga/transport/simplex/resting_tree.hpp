// A spanning tree serialized for a warm start: one parent per atom, 2 bytes each when all atoms can be
// counted with them, else 4.
#pragma once

#include <vector>

#include "wpga/transport/coupling.hpp"
#include "wpga/transport/simplex/spanning_tree.hpp"

namespace wpga {

RestingCoupling pack_parents(const BipartiteNodes& nodes, const SpanningTree& tree);

// Throws InputError when the state has not a parent on the other side for each of these nodes; whether the
// parents make a tree is for SpanningTree::assemble to say.
std::vector<Node> unpack_parents(const BipartiteNodes& nodes, const RestingCoupling& resting);

}  // namespace wpga
