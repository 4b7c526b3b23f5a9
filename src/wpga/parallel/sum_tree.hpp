// The order in which blocks are added, whoever adds them: a binary tree that stands on their numbers alone.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "wpga/parallel/parcel.hpp"

namespace wpga {

// Node `index` of a level is the sum of the blocks [index 2^level, (index + 1) 2^level) as far as there are
// any: that of its left half plus that of its right half.  Blocks and nodes come from left to right; whole
// nodes are kept, at most two of each level.
template <class Total>
class SumTree {
 public:
  void add(std::int64_t block, Total total) { add({0, block, std::move(total)}); }

  // What stands to the right of all that is here.
  void add(SumTree&& later) {
    for (Node& node : later.nodes_) add(std::move(node));
  }

  // Once all blocks are in: what has no right half is its left half.
  Total sum(const Total& zero) && {
    if (nodes_.empty()) return zero;
    Total sum = std::move(nodes_.back().total);
    nodes_.pop_back();
    for (; !nodes_.empty(); nodes_.pop_back()) {
      nodes_.back().total += sum;
      sum = std::move(nodes_.back().total);
    }
    return sum;
  }

  std::size_t nodes() const { return nodes_.size(); }

  void travel(Parcel& parcel) { parcel(nodes_); }

 private:
  struct Node {
    std::int64_t level = 0, index = 0;
    Total total = {};
    void travel(Parcel& parcel) { parcel(level, index, total); }
  };

  void add(Node node) {
    while (!nodes_.empty() && nodes_.back().level == node.level && nodes_.back().index + 1 == node.index &&
           node.index % 2 == 1) {
      nodes_.back().total += node.total;
      node = {node.level + 1, node.index / 2, std::move(nodes_.back().total)};
      nodes_.pop_back();
    }
    nodes_.push_back(std::move(node));
  }

  std::vector<Node> nodes_;
};

}  // namespace wpga
