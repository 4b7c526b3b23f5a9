// The inner loops of entropic transport between points z_i (rows) and x_j (columns) with cost c_ij = |z_i −
// x_j|².
//
// A kernel is stored row by row, T = float or double, and is scaled by positive vectors u and v: the plan is
// P_ij = u_i kernel_ij v_j.  Vectors along a row have padded(n) entries and start at any address; in the
// padding the kernel and v are zero.  Nothing here allocates; one thread.
#pragma once

#include <cstddef>

#include "wpga/kernels/padding.hpp"

namespace wpga::kernels {

// Coordinate k of x_j is coordinates[k * stride + j], stride = padded(n), zero in the padding.
struct PointColumns {
  const double* coordinates;
  std::ptrdiff_t dimension;
  std::ptrdiff_t stride;
};

// kernel_ij = exp(t_ij − m_i), where t_ij = offsets[j] + slope z_i·x_j and m_i = maxima[i] = max_j t_ij: a
// stable row whatever the size of t.  z: dimension × rows.  offsets: −1e30 in the padding.  scratch: 4 ×
// stride.
void gibbs_rows(const double* z, std::ptrdiff_t rows, PointColumns x, const double* offsets, double slope,
                double* scratch, float* kernel, double* maxima) noexcept;
void gibbs_rows(const double* z, std::ptrdiff_t rows, PointColumns x, const double* offsets, double slope,
                double* scratch, double* kernel, double* maxima) noexcept;

// One iteration in one pass over the kernel: sums[i] = Σ_j kernel_ij v_j, u_i = weights[i] / sums[i] makes
// row i of the plan sum to weights[i], and columns[j] += Σ_i u_i kernel_ij.
void scaling_sweep(const float* kernel, std::ptrdiff_t rows, std::ptrdiff_t stride, const double* weights,
                   const float* v, double* sums, float* columns) noexcept;
void scaling_sweep(const double* kernel, std::ptrdiff_t rows, std::ptrdiff_t stride, const double* weights,
                   const double* v, double* sums, double* columns) noexcept;

// Where the evaluation of a plan writes; all sums in double.
struct PlanEvaluation {
  double* scalings;     // u_i = weights[i] / Σ_j kernel_ij v_j
  double* kept_mass;    // u_i Σ_j kernel_ij kept[j]
  double* kept_cost;    // u_i Σ_j kernel_ij kept[j] c_ij
  double* minima;       // min_j (c_ij − potentials[j])
  double* column_sums;  // += Σ_i u_i kernel_ij, stride entries
};
// kept ≤ v: the part of each column that a rounded plan keeps.  potentials: −1e300 in the padding.
void evaluate_rows(const double* z, std::ptrdiff_t rows, PointColumns x, const float* kernel,
                   const double* weights, const double* v, const double* kept, const double* potentials,
                   PlanEvaluation out) noexcept;
void evaluate_rows(const double* z, std::ptrdiff_t rows, PointColumns x, const double* kernel,
                   const double* weights, const double* v, const double* kept, const double* potentials,
                   PlanEvaluation out) noexcept;

// means (dimension × rows): Σ_j kernel_ij v_j x_j / Σ_j kernel_ij v_j.
void conditional_means(std::ptrdiff_t rows, PointColumns x, const float* kernel, const double* v,
                       double* means) noexcept;
void conditional_means(std::ptrdiff_t rows, PointColumns x, const double* kernel, const double* v,
                       double* means) noexcept;

// minima[j] = min(minima[j], min_i (c_ij − potentials[i])), stride entries.
void column_minima(const double* z, std::ptrdiff_t rows, PointColumns x, const double* potentials,
                   double* minima) noexcept;

// out[j] = log(numerators[j] / denominators[j]); out[j] = exp(in[j]).  Any count.
void log_ratios(const double* numerators, const double* denominators, std::ptrdiff_t count,
                double* out) noexcept;
void exponentials(const double* in, std::ptrdiff_t count, double* out) noexcept;

}  // namespace wpga::kernels
