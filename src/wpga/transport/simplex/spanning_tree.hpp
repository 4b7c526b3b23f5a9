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
  struct Cycle {
    Node apex;
    Node leaving;            // the arc from this node to its parent leaves
    bool on_row_side;        // it lies between the entering row and the apex
    std::int64_t increment;  // what flows round the cycle
  };

  Record& at(Node node) { return records_[static_cast<std::size_t>(node)]; }
  const Record& at(Node node) const { return records_[static_cast<std::size_t>(node)]; }

  bool find_flows(std::span<const std::int64_t> masses);
  Cycle find_cycle(Node row, Node column) const;
  void push_flow(Node row, Node column, const Cycle& cycle);
  void join(Node before, Node after);
  void cut_out(Node top);
  void turn_over(Node top, Node bottom, std::int64_t flow);
  void insert(Node top, Node parent);
  void lift(Node top, double shift, double* heights) const;

  BipartiteNodes nodes_;
  Node root_ = no_node;
  std::vector<Record> records_;
  std::vector<Node> first_child_, sibling_;  // while assembling
};

}  // namespace wpga
