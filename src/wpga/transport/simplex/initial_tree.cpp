#include "wpga/transport/simplex/initial_tree.hpp"

#include <algorithm>
#include <limits>

#include "wpga/parallel/stop.hpp"
#include "wpga/transport/simplex/coarse_coupling.hpp"

namespace wpga {

namespace {

// Sends mass along one arc after the other until only the root, a column, is left open.
class GreedyFill {
 public:
  GreedyFill(const BipartiteNodes& nodes, std::span<const std::int64_t> masses)
      : nodes_(nodes),
        columns_open_(nodes.columns),
        left_(masses.begin(), masses.end()),
        parents_(masses.size(), no_node) {}

  bool is_open(Node node) const { return parents_[static_cast<std::size_t>(node)] == no_node; }

  // As much as goes from an open row to an open column; closes the end that is done and hangs it on the
  // other. When both are done the row stays open, so that only rows hang on empty arcs: the tree is strongly
  // feasible.
  void send(Node row_node, Node column_node) {
    const auto row = static_cast<std::size_t>(row_node), column = static_cast<std::size_t>(column_node);
    if (columns_open_ > 1 && left_[column] <= left_[row]) {
      left_[row] -= left_[column];
      parents_[column] = row_node;
      --columns_open_;
    } else {
      left_[column] -= left_[row];
      parents_[row] = column_node;
    }
  }

  std::vector<Node> finish() && {
    for (Node column = 0; column < nodes_.columns; ++column)
      if (is_open(column)) parents_[static_cast<std::size_t>(column)] = column;
    return std::move(parents_);
  }

 private:
  BipartiteNodes nodes_;
  std::int32_t columns_open_;
  std::vector<std::int64_t> left_;
  std::vector<Node> parents_;
};

}  // namespace

std::vector<Node> initial_tree(const BipartiteNodes& nodes, const CenteredCosts& costs,
                               std::span<const std::int64_t> masses) {
  const CoarseCoupling coarse = coarse_coupling(nodes, costs, masses);
  GreedyFill fill(nodes, masses);
  for (const Arc& arc : coarse.arcs)
    if (fill.is_open(nodes.row(arc.row)) && fill.is_open(nodes.column(arc.column)))
      fill.send(nodes.row(arc.row), nodes.column(arc.column));

  // What is left goes to the cheapest open columns, row by row.
  std::vector<double> heights(static_cast<std::size_t>(nodes.first_row),
                              std::numeric_limits<double>::infinity());
  for (Node j = 0; j < nodes.columns; ++j)
    if (fill.is_open(j))
      heights[static_cast<std::size_t>(j)] = coarse.column_heights[static_cast<std::size_t>(j)];
  for (std::int32_t k = 0; k < nodes.rows; ++k)
    while (fill.is_open(nodes.row(k))) {
      check_stop();
      double least = 0;
      costs.column_minima({&k, 1}, heights.data(), &least);
      const auto column = static_cast<Node>(costs.first_column_at(k, heights.data(), least));
      fill.send(nodes.row(k), column);
      if (!fill.is_open(column))
        heights[static_cast<std::size_t>(column)] = std::numeric_limits<double>::infinity();
    }
  return std::move(fill).finish();
}

}  // namespace wpga
