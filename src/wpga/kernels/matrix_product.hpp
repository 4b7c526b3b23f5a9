// Dense products with the widest registers of the machine (Eigen is compiled for the oldest one).
#pragma once

#include <cstddef>

#include "wpga/kernels/aligned_vector.hpp"

namespace wpga::kernels {

// Room for packed panels; grows to what a product needs and is kept by the caller.
template <class T>
struct ProductWorkspace {
  AlignedVector<T> left, right;
};

// C = A B for matrices stored column by column: A is rows × depth, B is depth × columns, C is rows × columns,
// each with the given distance between its columns.  C overlaps neither A nor B.  Blocked for the caches as
// in Goto & van de Geijn (2008); one thread.
void matrix_product(const float* a, std::ptrdiff_t a_stride, const float* b, std::ptrdiff_t b_stride,
                    float* c, std::ptrdiff_t c_stride, std::ptrdiff_t rows, std::ptrdiff_t depth,
                    std::ptrdiff_t columns, ProductWorkspace<float>& workspace);
void matrix_product(const double* a, std::ptrdiff_t a_stride, const double* b, std::ptrdiff_t b_stride,
                    double* c, std::ptrdiff_t c_stride, std::ptrdiff_t rows, std::ptrdiff_t depth,
                    std::ptrdiff_t columns, ProductWorkspace<double>& workspace);

// A left factor laid out for the product once and for all.
struct PackedMatrix {
  std::ptrdiff_t rows = 0, depth = 0;
  AlignedVector<float> panels;
};
PackedMatrix packed(const float* a, std::ptrdiff_t a_stride, std::ptrdiff_t rows, std::ptrdiff_t depth);

// The same product, to the bit.
void matrix_product(const PackedMatrix& a, const float* b, std::ptrdiff_t b_stride, float* c,
                    std::ptrdiff_t c_stride, std::ptrdiff_t columns, ProductWorkspace<float>& workspace);

}  // namespace wpga::kernels
