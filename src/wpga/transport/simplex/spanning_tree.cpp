#include "wpga/transport/simplex/spanning_tree.hpp"

#include <cassert>
#include <limits>

namespace wpga {

bool SpanningTree::assemble(const BipartiteNodes& nodes, std::span<const Node> parents,
                            std::span<const std::int64_t> masses) {
  nodes_ = nodes;
  const auto size = static_cast<std::size_t>(nodes.end());
  assert(parents.size() == size && masses.size() == size);
  records_.assign(size, Record{});
  first_child_.assign(size, no_node);
  sibling_.assign(size, no_node);
  root_ = no_node;
  for (std::int32_t i = 0; i < nodes.count(); ++i) {
    const Node node = nodes.from_compact(i), parent = parents[static_cast<std::size_t>(node)];
    at(node).parent = parent;
    if (parent == node) {
      root_ = node;
    } else {
      sibling_[static_cast<std::size_t>(node)] = first_child_[static_cast<std::size_t>(parent)];
      first_child_[static_cast<std::size_t>(parent)] = node;
    }
  }
  return root_ != no_node && find_flows(masses);
}

// Links the ring; sizes and last nodes follow when it is walked backwards.
bool SpanningTree::find_flows(std::span<const std::int64_t> masses) {
  Node before = root_;
  std::int32_t reached = 1;
  for (Node node = first_child_[static_cast<std::size_t>(root_)]; node != no_node; ++reached) {
    join(before, node);
    before = node;
    Node next = first_child_[static_cast<std::size_t>(node)];
    for (; next == no_node && node != root_; node = at(node).parent)
      next = sibling_[static_cast<std::size_t>(node)];
    node = next;
  }
  join(before, root_);
  if (reached != nodes_.count()) return false;

  for (std::int32_t i = 0; i < nodes_.count(); ++i) {
    Record& record = at(nodes_.from_compact(i));
    const std::int64_t mass = masses[static_cast<std::size_t>(nodes_.from_compact(i))];
    // Rows count positive, columns negative.
    record.flow = nodes_.is_row(nodes_.from_compact(i)) ? mass : -mass;
    record.size = 1;
  }
  bool feasible = true;
  for (Node node = before; node != root_; node = at(node).previous) {
    Record& record = at(node);
    Record& above = at(record.parent);
    if (record.last == no_node) record.last = node;
    if (above.last == no_node) above.last = record.last;
    above.flow += record.flow;
    above.size += record.size;
    // The sum of a subtree goes up its arc from a row and comes down its arc to a column.
    if (!nodes_.is_row(node)) record.flow = -record.flow;
    feasible = feasible && record.flow >= (nodes_.is_row(node) ? 0 : 1);
  }
  if (at(root_).last == no_node) at(root_).last = root_;
  at(root_).flow = 0;
  return feasible;
}

// Flow goes from the apex down to the row, over the entering arc, and from the column up to the apex; it
// falls on arcs above rows of the first side and above columns of the second.  The arc that leaves is the
// last one emptied on that way, which keeps the tree strongly feasible.
SpanningTree::Cycle SpanningTree::find_cycle(Node row, Node column) const {
  constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
  std::int64_t row_limit = unlimited, column_limit = unlimited;
  Node row_leaving = no_node, column_leaving = no_node, under_row = row, under_column = column;
  while (under_row != under_column) {
    const Record& row_record = at(under_row);
    const Record& column_record = at(under_column);
    // An ancestor is larger than all below it, so the smaller one steps up.
    if (row_record.size <= column_record.size) {
      if (nodes_.is_row(under_row) && row_record.flow < row_limit) {
        row_limit = row_record.flow;
        row_leaving = under_row;
      }
      under_row = row_record.parent;
    } else {
      if (!nodes_.is_row(under_column) && column_record.flow <= column_limit) {
        column_limit = column_record.flow;
        column_leaving = under_column;
      }
      under_column = column_record.parent;
    }
  }
  if (column_limit <= row_limit) return {under_row, column_leaving, false, column_limit};
  return {under_row, row_leaving, true, row_limit};
}

void SpanningTree::push_flow(Node row, Node column, const Cycle& cycle) {
  if (cycle.increment == 0) return;
  for (Node node = row; node != cycle.apex; node = at(node).parent)
    at(node).flow += nodes_.is_row(node) ? -cycle.increment : cycle.increment;
  for (Node node = column; node != cycle.apex; node = at(node).parent)
    at(node).flow += nodes_.is_row(node) ? cycle.increment : -cycle.increment;
}

void SpanningTree::join(Node before, Node after) {
  at(before).next = after;
  at(after).previous = before;
}

// Takes the stretch of a subtree out of the ring; ancestors that ended with it now end before it.
void SpanningTree::cut_out(Node top) {
  const Node before = at(top).previous, last = at(top).last;
  join(before, at(last).next);
  for (Node node = at(top).parent; at(node).last == last; node = at(node).parent) {
    at(node).last = before;
    if (node == root_) break;
  }
}

// Makes `bottom` the top of the subtree of `top`.  Along the path between them each node brings what its
// subtree has besides the child it came from: the piece before that child and the piece after it.
void SpanningTree::turn_over(Node top, Node bottom, std::int64_t flow) {
  const std::int32_t size = at(top).size;
  Node tail = at(bottom).last;
  Node child = bottom, child_before = at(bottom).previous, child_last = tail, child_after = at(tail).next;
  std::int32_t child_size = at(bottom).size;
  Node parent = at(bottom).parent;
  std::int64_t child_flow = at(bottom).flow;
  at(bottom).size = size;
  at(bottom).flow = flow;
  while (child != top) {
    const Node node = parent;
    Record& record = at(node);
    const Node before = record.previous, last = record.last;
    const Node after = last == child_last ? child_after : at(last).next;
    parent = record.parent;
    join(tail, node);
    tail = child_before;
    if (last != child_last) {
      join(tail, child_after);
      tail = last;
    }
    record.parent = child;
    std::swap(record.flow, child_flow);
    const std::int32_t node_size = record.size;
    record.size = size - child_size;
    child = node, child_before = before, child_last = last, child_after = after, child_size = node_size;
  }
  for (Node node = top;; node = at(node).parent) {
    at(node).last = tail;
    if (node == bottom) break;
  }
}

// Puts a subtree back into the ring, as the first child of `parent`.
void SpanningTree::insert(Node top, Node parent) {
  const Node last = at(top).last;
  at(top).parent = parent;
  join(last, at(parent).next);
  join(parent, top);
  for (Node node = parent; at(node).last == parent; node = at(node).parent) {
    at(node).last = last;
    if (node == root_) break;
  }
}

// Only differences of heights matter: moving the subtree up is moving everything else down.
void SpanningTree::lift(Node top, double shift, double* heights) const {
  const Node last = at(top).last, beyond = at(last).next;
  const bool inside = 2 * at(top).size <= nodes_.count();
  const Node end = inside ? beyond : top;
  const double step = inside ? shift : -shift;
  for (Node node = inside ? top : beyond; node != end; node = at(node).next) heights[node] += step;
}

void SpanningTree::pivot(Node row, Node column, double reduced, double* heights) {
  const Cycle cycle = find_cycle(row, column);
  push_flow(row, column, cycle);
  const Node bottom = cycle.on_row_side ? row : column, new_parent = cycle.on_row_side ? column : row;
  const std::int32_t size = at(cycle.leaving).size;
  for (Node node = at(cycle.leaving).parent; node != cycle.apex; node = at(node).parent)
    at(node).size -= size;
  for (Node node = new_parent; node != cycle.apex; node = at(node).parent) at(node).size += size;
  cut_out(cycle.leaving);
  turn_over(cycle.leaving, bottom, cycle.increment);
  insert(bottom, new_parent);
  lift(bottom, cycle.on_row_side ? reduced : -reduced, heights);
}

}  // namespace wpga
