// How rows (source atoms) and columns (target atoms) share one numbering: columns first, padded so that their
// values can be read in whole vectors, then rows.
#pragma once

#include <cstdint>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/kernels/column_minima.hpp"

namespace wpga {

using Node = std::int32_t;
inline constexpr Node no_node = -1;

struct BipartiteNodes {
  std::int32_t rows = 0;
  std::int32_t columns = 0;
  Node first_row = 0;

  BipartiteNodes() = default;
  BipartiteNodes(Index row_count, Index column_count)
      : rows(static_cast<std::int32_t>(row_count)),
        columns(static_cast<std::int32_t>(column_count)),
        first_row(static_cast<Node>(kernels::padded(column_count))) {}

  bool is_row(Node node) const { return node >= first_row; }
  Node row(Index k) const { return first_row + static_cast<Node>(k); }
  Node column(Index j) const { return static_cast<Node>(j); }
  Node end() const { return first_row + rows; }
  std::int32_t count() const { return rows + columns; }

  // The numbering without a gap, rows first, and back.
  std::int32_t compact(Node node) const { return is_row(node) ? node - first_row : rows + node; }
  Node from_compact(std::int32_t i) const { return i < rows ? row(i) : column(i - rows); }
};

}  // namespace wpga
