// The basis of the transport simplex: a spanning tree of the complete bipartite graph, rooted, with the flow
// on the arc from each node to its parent.  It is kept strongly feasible (Cunningham 1976): an arc without
// flow hangs a row under a column, never a column under a row, which rules out cycling.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wpga/transport/bipartite_nodes.hpp"

namespace wpga {

class SpanningTree {
 public:
  // Takes parents (indexed by node; the root is its own parent) and finds the flows that meet the masses
  // (indexed by node).  False if this is no tree or a flow is negative.  O(nodes).
  bool assemble(const BipartiteNodes& nodes, std::span<const Node> parents,
                std::span<const std::int64_t> masses);

  // Lets the arc (row, column) with reduced cost `reduced` < 0 enter: flow goes round its cycle, an empty arc
  // leaves, and the heights of the subtree cut off by it move so that the new arc has reduced cost 0.
  // O(cycle + subtree).
  void pivot(Node row, Node column, double reduced, std::span<double> heights);

  Node root() const { return root_; }
  Node parent(Node node) const { return links_[static_cast<std::size_t>(node)].parent; }
  std::int64_t flow(Node node) const { return flows_[static_cast<std::size_t>(node)]; }

  // visit(node) for every node but the root, parents before children.
  template <class Visit>
  void visit_from_root(Visit&& visit) const {
    visit_below(root_, visit);
  }

 private:
  struct Link {
    Node parent = no_node, first_child = no_node, next = no_node, previous = no_node;
    std::int32_t depth = 0;
  };
  struct Cycle {
    Node apex;
    Node leaving;            // the arc from this node to its parent leaves
    bool on_row_side;        // it lies between the entering row and the apex
    std::int64_t increment;  // what flows round the cycle
  };

  template <class Visit>
  void visit_below(Node top, Visit&& visit) const {
    for (Node node = link(top).first_child; node != no_node;) {
      visit(node);
      Node next = link(node).first_child;
      while (next == no_node) {
        next = link(node).next;
        if (next != no_node) break;
        node = link(node).parent;
        if (node == top) return;
      }
      node = next;
    }
  }

  Link& link(Node node) { return links_[static_cast<std::size_t>(node)]; }
  const Link& link(Node node) const { return links_[static_cast<std::size_t>(node)]; }
  std::int64_t& flow_at(Node node) { return flows_[static_cast<std::size_t>(node)]; }

  void link_children(std::span<const Node> parents);
  bool find_flows(std::span<const std::int64_t> masses);
  Cycle find_cycle(Node row, Node column) const;
  void push_flow(Node row, Node column, const Cycle& cycle);
  void hang(Node node, Node parent);
  void unhang(Node node);
  void reverse_stem(Node bottom, Node top, Node new_parent, std::int64_t flow);
  void lift(Node top, double shift, std::span<double> heights);

  BipartiteNodes nodes_;
  Node root_ = no_node;
  std::vector<Link> links_;
  std::vector<std::int64_t> flows_;
  std::vector<Node> order_;
};

}  // namespace wpga
