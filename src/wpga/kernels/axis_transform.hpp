// Transforms along one axis of an array, the building stones of separable kernels on grids.
//
// The array is seen as outer × length × inner, the last index running fastest.  table is length × length and
// symmetric. Numbers at or below `nothing` stand for −∞ (a logarithm of zero).  One thread, no allocation;
// out is not in.
#pragma once

#include <cstddef>

#include "wpga/kernels/log_domain.hpp"

namespace wpga::kernels {

struct AxisShape {
  std::ptrdiff_t outer, length, inner;
};

// out[o,i,t] = log Σ_j exp(in[o,j,t] − table[i,j]).
void log_sum_axis(const double* in, AxisShape shape, const double* table, double* out) noexcept;

// out[o,i,t] = min_j (in[o,j,t] + table[i,j]).
void minimum_axis(const double* in, AxisShape shape, const double* table, double* out) noexcept;

// out[i] = log Σ_j exp(in[j] − table[j * stride + i]) for i < rows: the same for a kernel without structure.
void log_sum_dense(const double* in, std::ptrdiff_t columns, const double* table, std::ptrdiff_t stride,
                   std::ptrdiff_t rows, double* out) noexcept;

// out[m * rows + i] = min_j (in[m * columns + j] + table[j * stride + i]) for i < rows, m < functions.
void minimum_dense(const double* in, std::ptrdiff_t functions, std::ptrdiff_t columns, const double* table,
                   std::ptrdiff_t stride, std::ptrdiff_t rows, double* out) noexcept;

}  // namespace wpga::kernels
