#include "wpga/transport/initial_tree.hpp"

#include <limits>

namespace wpga {

std::vector<Node> initial_tree(const BipartiteNodes& nodes, const CentredCosts& costs,
                               std::span<const std::int64_t> masses) {
  constexpr double closed = std::numeric_limits<double>::infinity();
  std::vector<double> heights(static_cast<std::size_t>(nodes.first_row), 0.0);
  for (std::int32_t j = nodes.columns; j < nodes.first_row; ++j)
    heights[static_cast<std::size_t>(j)] = closed;
  std::vector<std::int64_t> left(masses.begin(), masses.end());
  std::vector<Node> parents(static_cast<std::size_t>(nodes.end()), no_node);
  std::int32_t columns_open = nodes.columns;
  Node last_column = no_node;
  for (std::int32_t k = 0; k < nodes.rows; ++k) {
    const auto row = static_cast<std::size_t>(nodes.row(k));
    for (;;) {
      double least = 0;
      costs.column_minima({&k, 1}, heights.data(), &least);
      const auto column = static_cast<std::size_t>(costs.first_column_at(k, heights.data(), least));
      last_column = static_cast<Node>(column);
      // A full column closes; when both ends are done the row stays open, so that only rows hang on empty
      // arcs.
      if (columns_open > 1 && left[column] <= left[row]) {
        left[row] -= left[column];
        parents[column] = static_cast<Node>(row);
        heights[column] = closed;
        --columns_open;
      } else {
        left[column] -= left[row];
        parents[row] = static_cast<Node>(column);
        break;
      }
    }
  }
  parents[static_cast<std::size_t>(last_column)] = last_column;
  return parents;
}

}  // namespace wpga
