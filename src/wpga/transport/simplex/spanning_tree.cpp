#include "wpga/transport/simplex/spanning_tree.hpp"

#include <cassert>
#include <limits>
#include <utility>

namespace wpga {

bool SpanningTree::assemble(const BipartiteNodes& nodes, std::span<const Node> parents,
                            std::span<const std::int64_t> masses) {
  nodes_ = nodes;
  const auto size = static_cast<std::size_t>(nodes.end());
  assert(parents.size() == size && masses.size() == size);
  records_.resize(size);
  row_path_.resize(size);
  column_path_.resize(size);
  children_.assign(size, 0);
  root_ = no_node;
  const auto hang = [&](Node node, std::int64_t mass) {
    const Node parent = parents[static_cast<std::size_t>(node)];
    at(node) = {.flow = mass, .parent = parent, .size = 1};
    if (parent == node) root_ = node;
    ++children_[static_cast<std::size_t>(parent)];
  };
  // Rows count positive, columns negative.
  for (Node column = 0; column < nodes.columns; ++column)
    hang(column, -masses[static_cast<std::size_t>(column)]);
  for (Node row = nodes.first_row; row < nodes.end(); ++row) hang(row, masses[static_cast<std::size_t>(row)]);
  if (root_ == no_node || !find_flows()) return false;
  link_ring();
  return true;
}

// Nodes whose children are all counted are added to their parents, which puts them into an order; nodes that
// do not lead to the root are left over.
bool SpanningTree::find_flows() {
  upwards_.resize(static_cast<std::size_t>(nodes_.count()));
  std::size_t counted = 0;
  bool feasible = true;
  const auto count_up_from = [&](Node first) {
    for (Node node = first; children_[static_cast<std::size_t>(node)] == 0;) {
      Record& record = at(node);
      Record& above = at(record.parent);
      children_[static_cast<std::size_t>(node)] = no_node;
      upwards_[counted++] = node;
      above.flow += record.flow;
      above.size += record.size;
      // The sum of a subtree goes up its arc from a row and comes down its arc to a column.
      const bool is_row = nodes_.is_row(node);
      record.flow = is_row ? record.flow : -record.flow;
      feasible &= record.flow >= (is_row ? 0 : 1);
      node = record.parent;
      --children_[static_cast<std::size_t>(node)];
    }
  };
  for (Node column = 0; column < nodes_.columns; ++column) count_up_from(column);
  for (Node row = nodes_.first_row; row < nodes_.end(); ++row) count_up_from(row);
  at(root_).flow = 0;
  upwards_.resize(counted);
  return feasible && counted + 1 == static_cast<std::size_t>(nodes_.count());
}

// Each subtree has as many places in the ring as nodes, the first of which is its top's.
void SpanningTree::link_ring() {
  ring_.resize(static_cast<std::size_t>(nodes_.count()));
  // `last`: until the ring is known, the place of the next child.
  ring_[0] = root_;
  at(root_).last = 1;
  for (std::size_t i = upwards_.size(); i-- > 0;) {
    const Node node = upwards_[i];
    Record& record = at(node);
    Record& above = at(record.parent);
    const Node place = above.last;
    above.last += record.size;
    record.last = place + 1;
    ring_[static_cast<std::size_t>(place)] = node;
  }
  // All children placed, `last` is the place after the subtree.
  Node before = ring_.back();
  for (const Node node : ring_) {
    join(before, node);
    at(node).last = ring_[static_cast<std::size_t>(at(node).last) - 1];
    before = node;
  }
}

// Of two nodes the one with fewer nodes below it steps up, until both meet: an ancestor is larger than all
// below it.
inline SpanningTree::Cycle SpanningTree::find_cycle(Node row, Node column) {
  std::size_t row_steps = 0, column_steps = 0;
  while (row != column) {
    if (at(row).size <= at(column).size) {
      row_path_[row_steps++] = row;
      row = at(row).parent;
    } else {
      column_path_[column_steps++] = column;
      column = at(column).parent;
    }
  }
  return {std::span(row_path_).first(row_steps), std::span(column_path_).first(column_steps)};
}

// Flow goes from the apex down to the row, over the entering arc, and from the column up to the apex; it
// falls on arcs above rows of the first side and above columns of the second, every other one.  The arc that
// leaves is the last one emptied on that way, which keeps the tree strongly feasible.
inline SpanningTree::Leaving SpanningTree::find_leaving(const Cycle& cycle) const {
  constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
  std::int64_t row_limit = unlimited, column_limit = unlimited;
  std::size_t row_place = 0, column_place = 0;
  for (std::size_t i = 0; i < cycle.row_side.size(); i += 2) {
    const std::int64_t flow = at(cycle.row_side[i]).flow;
    row_place = flow < row_limit ? i : row_place;
    row_limit = flow < row_limit ? flow : row_limit;
  }
  for (std::size_t i = 0; i < cycle.column_side.size(); i += 2) {
    const std::int64_t flow = at(cycle.column_side[i]).flow;
    column_place = flow <= column_limit ? i : column_place;
    column_limit = flow <= column_limit ? flow : column_limit;
  }
  if (column_limit <= row_limit) return {false, column_place, column_limit};
  return {true, row_place, row_limit};
}

// On one side of the cycle; nodes from `first_resized` on win `size` nodes.
inline void SpanningTree::push(std::span<const Node> side, std::int64_t increment, std::size_t first_resized,
                               std::int32_t size) {
  std::int64_t change = -increment;
  for (std::size_t i = 0; i < side.size(); ++i, change = -change) at(side[i]).flow += change;
  for (std::size_t i = first_resized; i < side.size(); ++i) at(side[i]).size += size;
}

inline void SpanningTree::join(Node before, Node after) {
  at(before).next = after;
  at(after).previous = before;
}

// Takes the stretch of a subtree out of the ring; ancestors that ended with it now end before it.
inline void SpanningTree::cut_out(Node top) {
  const Node before = at(top).previous, last = at(top).last;
  join(before, at(last).next);
  for (Node node = at(top).parent; at(node).last == last; node = at(node).parent) {
    at(node).last = before;
    if (node == root_) break;
  }
}

// Makes the first node of a path the top of the subtree of its last one.  Along the path each node brings
// what its subtree has besides the child it came from: the piece before that child and the piece after it.
inline void SpanningTree::turn_over(std::span<const Node> path, std::int64_t flow) {
  Record& bottom = at(path.front());
  const std::int32_t size = at(path.back()).size;
  Node tail = bottom.last;
  Node child = path.front(), child_before = bottom.previous, child_last = tail, child_after = at(tail).next;
  std::int32_t child_size = bottom.size;
  std::int64_t child_flow = bottom.flow;
  bottom.size = size;
  bottom.flow = flow;
  for (const Node node : path.subspan(1)) {
    Record& record = at(node);
    const Node before = record.previous, last = record.last;
    const Node after = last == child_last ? child_after : at(last).next;
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
  for (const Node node : path) at(node).last = tail;
}

// Puts a subtree back into the ring, as the first child of `parent`.
inline void SpanningTree::insert(Node top, Node parent) {
  const Node last = at(top).last;
  at(top).parent = parent;
  join(last, at(parent).next);
  join(parent, top);
  for (Node node = parent; at(node).last == parent; node = at(node).parent) {
    at(node).last = last;
    if (node == root_) break;
  }
}

// Only differences of heights matter: moving the subtree up is moving everything else down.  The stretch of
// the ring is walked from both ends, since each step waits for the one before.
inline void SpanningTree::lift(Node top, double shift, double* heights) const {
  const Node last = at(top).last;
  const std::int32_t size = at(top).size;
  const bool inside = 2 * size <= nodes_.count();
  const double step = inside ? shift : -shift;
  Node front = inside ? top : at(last).next, back = inside ? last : at(top).previous;
  std::int32_t left = inside ? size : nodes_.count() - size;
  for (; left > 1; left -= 2) {
    heights[front] += step;
    heights[back] += step;
    front = at(front).next;
    back = at(back).previous;
  }
  if (left > 0) heights[front] += step;
}

void SpanningTree::pivot(Node row, Node column, double reduced, double* heights) {
  const Cycle cycle = find_cycle(row, column);
  const Leaving leaving = find_leaving(cycle);
  const std::span<const Node> side = leaving.on_row_side ? cycle.row_side : cycle.column_side;
  const std::span<const Node> other = leaving.on_row_side ? cycle.column_side : cycle.row_side;
  const Node top = side[leaving.place], bottom = side.front();
  const std::int32_t size = at(top).size;
  push(side, leaving.increment, leaving.place + 1, -size);
  push(other, leaving.increment, 0, size);
  cut_out(top);
  turn_over(side.first(leaving.place + 1), leaving.increment);
  insert(bottom, leaving.on_row_side ? column : row);
  lift(bottom, leaving.on_row_side ? reduced : -reduced, heights);
}

}  // namespace wpga
