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
  std::byte* place = resting.state.data();
  const auto put = [&](Node node) {
    const auto parent = static_cast<Number>(nodes.compact(tree.parent(node)));
    std::memcpy(place, &parent, sizeof(Number));
    place += sizeof(Number);
  };
  for (Node row = nodes.first_row; row < nodes.end(); ++row) put(row);
  for (Node column = 0; column < nodes.columns; ++column) put(column);
  return resting;
}

// Arcs join rows with columns; only the root is its own parent.
template <class Number>
std::vector<Node> unpack(const BipartiteNodes& nodes, const RestingCoupling& resting) {
  constexpr auto* wrong = "the resting coupling belongs to other weights or another target";
  require(resting.state.size() == static_cast<std::size_t>(nodes.count()) * sizeof(Number), wrong);
  std::vector<Node> parents(static_cast<std::size_t>(nodes.end()), no_node);
  const std::byte* place = resting.state.data();
  bool sound = true;
  const auto next = [&] {
    Number parent;
    std::memcpy(&parent, place, sizeof(Number));
    place += sizeof(Number);
    return static_cast<std::int64_t>(parent);
  };
  for (std::int32_t k = 0; k < nodes.rows; ++k) {
    const std::int64_t parent = next();
    const bool is_root = parent == k;
    sound &= is_root || (parent >= nodes.rows && parent < nodes.count());
    parents[static_cast<std::size_t>(nodes.row(k))] =
        is_root ? nodes.row(k) : static_cast<Node>(parent - nodes.rows);
  }
  for (std::int32_t j = 0; j < nodes.columns; ++j) {
    const std::int64_t parent = next();
    const bool is_root = parent == nodes.rows + j;
    sound &= is_root || parent < nodes.rows;
    parents[static_cast<std::size_t>(nodes.column(j))] =
        is_root ? nodes.column(j) : static_cast<Node>(nodes.first_row + parent);
  }
  require(sound, wrong);
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
