#include "wpga/transport/simplex/resting_tree.hpp"

#include <cstring>
#include <limits>

#include "wpga/base/error.hpp"

namespace wpga {

namespace {

bool fits_two_bytes(const BipartiteNodes& nodes) {
  return nodes.count() - 1 <= std::numeric_limits<std::uint16_t>::max();
}

template <class Number>
RestingCoupling pack(const BipartiteNodes& nodes, const SpanningTree& tree) {
  RestingCoupling resting;
  resting.state.resize(static_cast<std::size_t>(nodes.count()) * sizeof(Number));
  for (std::int32_t i = 0; i < nodes.count(); ++i) {
    const auto parent = static_cast<Number>(nodes.compact(tree.parent(nodes.from_compact(i))));
    std::memcpy(resting.state.data() + static_cast<std::size_t>(i) * sizeof(Number), &parent, sizeof(Number));
  }
  return resting;
}

template <class Number>
std::vector<Node> unpack(const BipartiteNodes& nodes, const RestingCoupling& resting) {
  constexpr auto* wrong = "the resting coupling belongs to other weights or another target";
  require(resting.state.size() == static_cast<std::size_t>(nodes.count()) * sizeof(Number), wrong);
  std::vector<Node> parents(static_cast<std::size_t>(nodes.end()), no_node);
  for (std::int32_t i = 0; i < nodes.count(); ++i) {
    Number parent;
    std::memcpy(&parent, resting.state.data() + static_cast<std::size_t>(i) * sizeof(Number), sizeof(Number));
    const auto index = static_cast<std::int64_t>(parent);
    require(index < nodes.count(), wrong);
    // Arcs join rows with columns; only the root is its own parent.
    require(index == i || (index < nodes.rows) != (i < nodes.rows), wrong);
    parents[static_cast<std::size_t>(nodes.from_compact(i))] =
        nodes.from_compact(static_cast<std::int32_t>(index));
  }
  return parents;
}

}  // namespace

RestingCoupling pack_parents(const BipartiteNodes& nodes, const SpanningTree& tree) {
  return fits_two_bytes(nodes) ? pack<std::uint16_t>(nodes, tree) : pack<std::uint32_t>(nodes, tree);
}

std::vector<Node> unpack_parents(const BipartiteNodes& nodes, const RestingCoupling& resting) {
  return fits_two_bytes(nodes) ? unpack<std::uint16_t>(nodes, resting)
                               : unpack<std::uint32_t>(nodes, resting);
}

}  // namespace wpga
