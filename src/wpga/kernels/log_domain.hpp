// Between logarithms in double precision and positive numbers in the precision of a product.
#pragma once

#include <cstddef>

namespace wpga::kernels {

// A logarithm of zero; everything at or below it stands for −∞.
inline constexpr double nothing = -1e300;

// out[i] = exp(in[i] − shift), zero where that vanishes in the precision of out.
void shifted_exponentials(const double* in, std::ptrdiff_t count, double shift, float* out) noexcept;
void shifted_exponentials(const double* in, std::ptrdiff_t count, double shift, double* out) noexcept;

// out[i] = log(in[i]) + shift, and `nothing` where in[i] is zero.
void shifted_logarithms(const float* in, std::ptrdiff_t count, double shift, double* out) noexcept;
void shifted_logarithms(const double* in, std::ptrdiff_t count, double shift, double* out) noexcept;

}  // namespace wpga::kernels
