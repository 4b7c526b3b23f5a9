#include "wpga/analysis/cone/band_order.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace wpga {

namespace {

class Graph {
 public:
  Graph(Index count, std::span<const std::vector<Index>> groups)
      : words_(static_cast<std::size_t>(count + 63) / 64),
        bits_(words_ * static_cast<std::size_t>(count), 0),
        degree_(static_cast<std::size_t>(count), 0) {
    std::vector<std::uint64_t> members(words_);
    for (const std::vector<Index>& group : groups) {
      std::ranges::fill(members, 0);
      for (const Index node : group) members[static_cast<std::size_t>(node) / 64] |= bit(node);
      for (const Index node : group)
        for (std::size_t w = 0; w < words_; ++w) row(node)[w] |= members[w];
    }
    for (Index node = 0; node < count; ++node)
      for (std::size_t w = 0; w < words_; ++w)
        degree_[static_cast<std::size_t>(node)] += std::popcount(row(node)[w]);
  }

  int degree(Index node) const { return degree_[static_cast<std::size_t>(node)]; }

  // Appends what can be reached from `start` level by level, each node's neighbours by rising degree, and
  // takes it from `open`.  Returns where the last level begins.
  std::size_t walk(Index start, std::vector<std::uint64_t>& open, std::vector<Index>& order) {
    std::size_t level = order.size(), last = level;
    open[static_cast<std::size_t>(start) / 64] &= ~bit(start);
    order.push_back(start);
    while (level < order.size()) {
      last = level;
      const std::size_t end = order.size();
      for (; level < end; ++level) append_neighbours(order[level], open, order);
    }
    return last;
  }

  std::vector<std::uint64_t> all() const {
    std::vector<std::uint64_t> open(words_, 0);
    for (std::size_t node = 0; node < degree_.size(); ++node)
      open[node / 64] |= bit(static_cast<Index>(node));
    return open;
  }

 private:
  static std::uint64_t bit(Index node) { return std::uint64_t{1} << (node % 64); }
  std::uint64_t* row(Index node) { return &bits_[words_ * static_cast<std::size_t>(node)]; }

  void append_neighbours(Index node, std::vector<std::uint64_t>& open, std::vector<Index>& order) {
    const std::size_t first = order.size();
    for (std::size_t w = 0; w < words_; ++w) {
      for (std::uint64_t found = row(node)[w] & open[w]; found != 0; found &= found - 1)
        order.push_back(static_cast<Index>(64 * w) + std::countr_zero(found));
      open[w] &= ~row(node)[w];
    }
    std::ranges::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(first), order.end(), {},
                             [&](Index other) { return degree(other); });
  }

  std::size_t words_;
  std::vector<std::uint64_t> bits_;
  std::vector<int> degree_;
};

}  // namespace

std::vector<Index> band_order(Index count, std::span<const std::vector<Index>> groups) {
  constexpr int rounds = 3;
  Graph graph(count, groups);
  const auto by_degree = [&](Index node) { return graph.degree(node); };
  std::vector<std::uint64_t> open = graph.all();
  std::vector<Index> order, trial;
  order.reserve(static_cast<std::size_t>(count));
  for (Index node = 0; node < count; ++node) {
    if (!(open[static_cast<std::size_t>(node) / 64] >> (node % 64) & 1)) continue;
    Index start = node;
    for (int round = 0; round < rounds; ++round) {  // towards the rim
      trial.clear();
      std::vector<std::uint64_t> still = open;
      const std::size_t last = graph.walk(start, still, trial);
      start = *std::ranges::min_element(trial.begin() + static_cast<std::ptrdiff_t>(last), trial.end(), {},
                                        by_degree);
    }
    graph.walk(start, open, order);
  }
  std::ranges::reverse(order);
  return order;
}

}  // namespace wpga
