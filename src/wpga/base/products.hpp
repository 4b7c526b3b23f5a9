// Products of matrices, behind plain functions: an expression of Eigen's costs every source that has it half
// a second of its compilation.
#pragma once

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

// A B, and (A B) C.
Matrix product(const Matrix& a, const Matrix& b);
Matrix product(const Matrix& a, const Matrix& b, const Matrix& c);

// A' B, and A' diag(w) B.
Matrix transposed_times(const Matrix& a, const Matrix& b);
Matrix transposed_times(const Matrix& a, const Vector& weights, const Matrix& b);

// A B', and A diag(w) B'.
Matrix times_transposed(const Matrix& a, const Matrix& b);
Matrix times_transposed(const Matrix& a, const Vector& weights, const Matrix& b);

// diag(w) A diag(w).
Matrix scaled_on_both_sides(const Matrix& a, const Vector& weights);

// tr A B and tr A' B in O(rows · columns), without the products.
double trace_of_product(const Matrix& a, const Matrix& b);
double trace_of_transposed_times(const Matrix& a, const Matrix& b);

}  // namespace wpga
