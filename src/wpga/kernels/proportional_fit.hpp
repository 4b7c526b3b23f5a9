// Proportional fitting (Sinkhorn's iteration) of a single-precision matrix to given marginals, fused into one
// pass over the matrix, and sharpening by squares, which halves the temperature without an exponential.  One
// thread, no allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace wpga::kernels {

// rows × columns_padded (a multiple of padding), row after row.
struct FloatMatrix {
  float* entries;
  std::ptrdiff_t rows;
  std::ptrdiff_t columns_padded;
};

// entries_kj = max(1 + z_k·x_j / 8, 2⁻⁶)^8 ≈ exp(z_k·x_j) for |z_k·x_j| ≤ 2, small and positive below; z_k at
// z + k · dimension, coordinate i of x_j at x[i · columns_padded + j].
void form_gibbs(const FloatMatrix& matrix, const float* z, const float* x, std::ptrdiff_t dimension) noexcept;

// row_factors[k] = 1 / Σ_j entries_kj column_shares[j];  column_sums[j] = Σ_k row_shares[k] row_factors[k]
// entries_kj.
void fit_rows(const FloatMatrix& matrix, const float* column_shares, const float* row_shares,
              float* row_factors, float* column_sums) noexcept;

// entries_kj ← max(row_factors[k] entries_kj column_factors[j], 10⁻¹⁵)².
void sharpen(const FloatMatrix& matrix, const float* row_factors, const float* column_factors) noexcept;

// Columns j with row_factor · entries_kj · column_factors[j] ≥ threshold, in order, and those values. Returns
// how many; both outputs hold columns_padded numbers.
std::ptrdiff_t select_above(const FloatMatrix& matrix, std::ptrdiff_t row, float row_factor,
                            const float* column_factors, float threshold, std::int32_t* columns,
                            float* values) noexcept;

}  // namespace wpga::kernels
