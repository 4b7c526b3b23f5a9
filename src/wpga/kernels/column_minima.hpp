// Minima over the columns of a matrix plus a vector: min_j (m_kj + h_j), the inner loop of pricing and of
// c-transforms.  One source for every instruction set, chosen at run time; results depend on the instruction
// set only through fused multiply-adds.  No allocation, one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "wpga/kernels/padding.hpp"

namespace wpga::kernels {

// Columns are padded; a padded column has h = +infinity and finite matrix entries.

// m_kj = −z_k·x_j, never formed.
template <class Scalar>
struct InnerProducts {
  const Scalar* rows;     // z_k: `dimension` numbers at rows + k · dimension
  const Scalar* columns;  // coordinate i of x_j at columns[i · columns_padded + j]
  std::ptrdiff_t dimension;
  std::ptrdiff_t columns_padded;
};
using NegativeInnerProducts = InnerProducts<double>;
using SingleInnerProducts = InnerProducts<float>;  // priced in half the time

// m_kj at entries[k · columns_padded + j].
struct StoredMatrix {
  const double* entries;
  std::ptrdiff_t columns_padded;
};

// out[i] = min_j (m_kj + heights[j]) with k = rows[i].
void column_minima(const NegativeInnerProducts& matrix, std::span<const std::int32_t> rows,
                   const double* heights, double* out) noexcept;
void column_minima(const SingleInnerProducts& matrix, std::span<const std::int32_t> rows,
                   const float* heights, float* out) noexcept;
void column_minima(const StoredMatrix& matrix, std::span<const std::int32_t> rows, const double* heights,
                   double* out) noexcept;

// The first j that attains the minimum which column_minima gave for this row.
std::ptrdiff_t first_column_at(const NegativeInnerProducts& matrix, std::int32_t row, const double* heights,
                               double minimum) noexcept;
std::ptrdiff_t first_column_at(const SingleInnerProducts& matrix, std::int32_t row, const float* heights,
                               float minimum) noexcept;
std::ptrdiff_t first_column_at(const StoredMatrix& matrix, std::int32_t row, const double* heights,
                               double minimum) noexcept;

// Writes m into `entries` (row_count × columns_padded), so that it can be read as a StoredMatrix.
void form(const NegativeInnerProducts& matrix, std::ptrdiff_t row_count, double* entries) noexcept;

}  // namespace wpga::kernels
