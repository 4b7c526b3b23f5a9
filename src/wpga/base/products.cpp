#include "wpga/base/products.hpp"

namespace wpga {

Matrix product(const Matrix& a, const Matrix& b) { return a * b; }

Matrix product(const Matrix& a, const Matrix& b, const Matrix& c) { return product(product(a, b), c); }

Matrix transposed_times(const Matrix& a, const Matrix& b) { return a.transpose() * b; }

Matrix transposed_times(const Matrix& a, const Vector& weights, const Matrix& b) {
  return a.transpose() * weights.asDiagonal() * b;
}

Matrix times_transposed(const Matrix& a, const Matrix& b) { return a * b.transpose(); }

Matrix times_transposed(const Matrix& a, const Vector& weights, const Matrix& b) {
  return a * weights.asDiagonal() * b.transpose();
}

Matrix scaled_on_both_sides(const Matrix& a, const Vector& weights) {
  return weights.asDiagonal() * a * weights.asDiagonal();
}

double trace_of_product(const Matrix& a, const Matrix& b) { return (a * b).trace(); }

double trace_of_transposed_times(const Matrix& a, const Matrix& b) { return (a.transpose() * b).trace(); }

}  // namespace wpga
