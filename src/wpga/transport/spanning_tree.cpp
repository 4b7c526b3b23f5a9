#include "wpga/transport/spanning_tree.hpp"

#include <cassert>
#include <limits>

namespace wpga {

bool SpanningTree::assemble(const BipartiteNodes& nodes, std::span<const Node> parents,
                            std::span<const std::int64_t> masses) {
  nodes_ = nodes;
  const auto size = static_cast<std::size_t>(nodes.end());
  assert(parents.size() == size && masses.size() == size);
  links_.assign(size, Link{});
  flows_.assign(size, 0);
  root_ = no_node;
  link_children(parents);
  return root_ != no_node && find_flows(masses);
}

void SpanningTree::link_children(std::span<const Node> parents) {
  for (std::int32_t i = 0; i < nodes_.count(); ++i) {
    const Node node = nodes_.from_compact(i);
    const Node parent = parents[static_cast<std::size_t>(node)];
    if (parent == node)
      root_ = link(node).parent = node;
    else
      hang(node, parent);
  }
}

bool SpanningTree::find_flows(std::span<const std::int64_t> masses) {
  order_.clear();
  visit_from_root([&](Node node) {
    link(node).depth = link(link(node).parent).depth + 1;
    order_.push_back(node);
  });
  if (std::ssize(order_) + 1 != nodes_.count()) return false;
  // The sum of a subtree, rows counted positive, goes up its arc from a row and comes down its arc to a
  // column.
  for (const Node node : order_) {
    const std::int64_t mass = masses[static_cast<std::size_t>(node)];
    flow_at(node) = nodes_.is_row(node) ? mass : -mass;
  }
  flow_at(root_) = 0;
  for (std::size_t i = order_.size(); i-- > 0;) flow_at(link(order_[i]).parent) += flow_at(order_[i]);
  flow_at(root_) = 0;
  for (const Node node : order_) {
    if (!nodes_.is_row(node)) flow_at(node) = -flow_at(node);
    if (flow_at(node) < (nodes_.is_row(node) ? 0 : 1)) return false;
  }
  return true;
}

void SpanningTree::hang(Node node, Node parent) {
  const Node first = link(parent).first_child;
  link(node).parent = parent;
  link(node).previous = no_node;
  link(node).next = first;
  if (first != no_node) link(first).previous = node;
  link(parent).first_child = node;
}

void SpanningTree::unhang(Node node) {
  const Link& here = link(node);
  if (here.previous != no_node)
    link(here.previous).next = here.next;
  else
    link(here.parent).first_child = here.next;
  if (here.next != no_node) link(here.next).previous = here.previous;
}

// Flow goes from the apex down to the row, over the entering arc, and from the column up to the apex; it
// falls on arcs above rows of the first side and above columns of the second.  The arc that leaves is the
// last empty one on that way, which keeps the tree strongly feasible.
SpanningTree::Cycle SpanningTree::find_cycle(Node row, Node column) const {
  constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
  std::int64_t row_limit = unlimited, column_limit = unlimited;
  Node row_leaving = no_node, column_leaving = no_node, below_row = row, below_column = column;
  while (below_row != below_column) {
    if (link(below_row).depth >= link(below_column).depth) {
      if (nodes_.is_row(below_row) && flow(below_row) < row_limit) {
        row_limit = flow(below_row);
        row_leaving = below_row;
      }
      below_row = link(below_row).parent;
    } else {
      if (!nodes_.is_row(below_column) && flow(below_column) <= column_limit) {
        column_limit = flow(below_column);
        column_leaving = below_column;
      }
      below_column = link(below_column).parent;
    }
  }
  if (column_limit <= row_limit) return {below_row, column_leaving, false, column_limit};
  return {below_row, row_leaving, true, row_limit};
}

void SpanningTree::push_flow(Node row, Node column, const Cycle& cycle) {
  if (cycle.increment == 0) return;
  for (Node node = row; node != cycle.apex; node = link(node).parent)
    flow_at(node) += nodes_.is_row(node) ? -cycle.increment : cycle.increment;
  for (Node node = column; node != cycle.apex; node = link(node).parent)
    flow_at(node) += nodes_.is_row(node) ? cycle.increment : -cycle.increment;
}

// Hangs the subtree of `top` by its node `bottom` under a new parent: the path between them turns over.
void SpanningTree::reverse_stem(Node bottom, Node top, Node new_parent, std::int64_t flow) {
  for (Node node = bottom;;) {
    const Node old_parent = link(node).parent;
    const std::int64_t old_flow = flow_at(node);
    unhang(node);
    hang(node, new_parent);
    flow_at(node) = flow;
    if (node == top) return;
    new_parent = node;
    flow = old_flow;
    node = old_parent;
  }
}

void SpanningTree::lift(Node top, double shift, std::span<double> heights) {
  link(top).depth = link(link(top).parent).depth + 1;
  heights[static_cast<std::size_t>(top)] += shift;
  visit_below(top, [&](Node node) {
    link(node).depth = link(link(node).parent).depth + 1;
    heights[static_cast<std::size_t>(node)] += shift;
  });
}

void SpanningTree::pivot(Node row, Node column, double reduced, std::span<double> heights) {
  const Cycle cycle = find_cycle(row, column);
  push_flow(row, column, cycle);
  if (cycle.on_row_side) {
    reverse_stem(row, cycle.leaving, column, cycle.increment);
    lift(row, reduced, heights);
  } else {
    reverse_stem(column, cycle.leaving, row, cycle.increment);
    lift(column, -reduced, heights);
  }
}

}  // namespace wpga
