#include "wpga/analysis/cone/arc_block.hpp"

#include <algorithm>
#include <cmath>

#include "wpga/parallel/stop.hpp"

namespace wpga {

namespace {

constexpr Index columns_at_once = 64;

// Columns [first, last), from which those before `first` have been taken.
void factor_columns(Eigen::Ref<Matrix> block, Eigen::Ref<Matrix> coupling, Index first, Index last) {
  const Index n = block.rows();
  for (Index i = first; i < last; ++i) {
    for (Index j = first; j < i; ++j) {
      for (Index r = i; r < n; ++r) block(r, i) -= block(r, j) * block(i, j);
      coupling.col(i) -= block(i, j) * coupling.col(j);
    }
    const double pivot = 1 / std::sqrt(block(i, i));
    block.col(i).tail(n - i) *= pivot;
    block(i, i) = pivot;
    coupling.col(i) *= pivot;
  }
}

}  // namespace

void factor_block(Eigen::Ref<Matrix> block, Eigen::Ref<Matrix> coupling) {
  const Index n = block.rows();
  for (Index first = 0; first < n; first += columns_at_once) {
    const Index width = std::min(columns_at_once, n - first);
    if (first > 0) {
      check_stop();
      const Matrix above = block.block(first, 0, width, first).transpose();
      block.block(first, first, n - first, width).noalias() -=
          block.block(first, 0, n - first, first) * above;
      coupling.middleCols(first, width).noalias() -= coupling.leftCols(first) * above;
    }
    factor_columns(block, coupling, first, first + width);
  }
}

void solve_lower(const double* factor, Index size, double* column) {
  for (Index i = 0; i < size; ++i) {
    column[i] *= factor[i * size + i];  // the inverse of the diagonal
    for (Index j = i + 1; j < size; ++j) column[j] -= factor[i * size + j] * column[i];
  }
}

void solve_upper(const double* factor, Index size, double* column) {
  for (Index i = size - 1; i >= 0; --i) {
    for (Index j = i + 1; j < size; ++j) column[i] -= factor[i * size + j] * column[j];
    column[i] *= factor[i * size + i];
  }
}

}  // namespace wpga
