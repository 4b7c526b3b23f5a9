// The basis of the transport simplex: a spanning tree of the complete bipartite graph, rooted, with the flow
// on the arc from each node to its parent.  It is kept strongly feasible (Cunningham 1976): an arc without
// flow hangs a row under a column, never a column under a row, which rules out cycling.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wpga/transport/simplex/bipartite_nodes.hpp"

namespace wpga {

class SpanningTree {
 public:
  // Takes parents (indexed by node; the root is its own parent) and finds the flows that meet the masses
  // (indexed by node).  False if this is no strongly feasible tree.  O(nodes).
  bool assemble(const BipartiteNodes& nodes, std::span<const Node> parents,
                std::span<const std::int64_t> masses);

  // Lets the arc (row, column) with reduced cost `reduced` < 0 enter: flow goes round its cycle, an arc that
  // it empties leaves, and heights move on the smaller side of that arc so that the new arc has reduced cost
  // 0. O(cycle + smaller side).
  void pivot(Node row, Node column, double reduced, double* heights);

  Node root() const { return root_; }
  Node parent(Node node) const { return at(node).parent; }
  std::int64_t flow(Node node) const { return at(node).flow; }

  // visit(node) for every node but the root, parents before children.
  template <class Visit>
  void visit_from_root(Visit&& visit) const {
    for (Node node = at(root_).next; node != root_; node = at(node).next) visit(node);
  }

 private:
  // All nodes stand in one ring in preorder, so that a subtree is the stretch from its top to its last node.
  struct Record {
    std::int64_t flow = 0;  // between this node and its parent
    Node parent = no_node;
    Node next = no_node, previous = no_node;
    Node last = no_node;    // of the subtree, in preorder
    std::int32_t size = 0;  // of the subtree
  };
  // The two ways up from an arc to the first node they share, which is left out.
  struct Cycle {
    std::span<const Node> row_side, column_side;
  };
  struct Leaving {
    bool on_row_side;
    std::size_t place;       // on that side: the arc from this node to its parent leaves
    std::int64_t increment;  // what flows round the cycle
  };

  Record& at(Node node) { return records_[static_cast<std::size_t>(node)]; }
  const Record& at(Node node) const { return records_[static_cast<std::size_t>(node)]; }

  bool find_flows();
  void link_ring();
  Cycle find_cycle(Node row, Node column);
  Leaving find_leaving(const Cycle& cycle) const;
  void push(std::span<const Node> side, std::int64_t increment, std::size_t first_resized, std::int32_t size);
  void join(Node before, Node after);
  void cut_out(Node top);
  void turn_over(std::span<const Node> path, std::int64_t flow);
  void insert(Node top, Node parent);
  void lift(Node top, double shift, double* heights) const;

  BipartiteNodes nodes_;
  Node root_ = no_node;
  std::vector<Record> records_;
  std::vector<Node> row_path_, column_path_;     // while pivoting
  std::vector<Node> children_, upwards_, ring_;  // while assembling
};

}  // namespace wpga
