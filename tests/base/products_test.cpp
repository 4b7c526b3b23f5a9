#include "wpga/base/products.hpp"

#include <gtest/gtest.h>

#include "wpga/base/random.hpp"

namespace wpga {
namespace {

Matrix normal_matrix(Random& random, Index rows, Index columns) {
  Matrix matrix(rows, columns);
  for (double& entry : matrix.reshaped()) entry = random.normal();
  return matrix;
}

// Σ_k a(i, k) b(k, j), one entry after the other.
Matrix by_definition(const Matrix& a, const Matrix& b) {
  Matrix sums = Matrix::Zero(a.rows(), b.cols());
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < b.cols(); ++j)
      for (Index k = 0; k < a.cols(); ++k) sums(i, j) += a(i, k) * b(k, j);
  return sums;
}

// Sizes on either side of those that Eigen multiplies in blocks.
class Products : public testing::TestWithParam<Index> {
 protected:
  Random random_{7};
  Index size_ = GetParam();
  Matrix a_ = normal_matrix(random_, size_, size_ + 1), b_ = normal_matrix(random_, size_ + 1, size_ + 2),
         c_ = normal_matrix(random_, size_ + 2, size_);
  double rounding_ = 1e-13 * static_cast<double>(size_ * size_ * size_);
};

TEST_P(Products, AreSumsOfProducts) {
  EXPECT_LT((product(a_, b_) - by_definition(a_, b_)).norm(), rounding_);
  EXPECT_LT((product(a_, b_, c_) - by_definition(a_, by_definition(b_, c_))).norm(), rounding_);
}

TEST_P(Products, TransposeEitherSide) {
  const Matrix expected = by_definition(a_, b_);
  EXPECT_LT((transposed_times(a_.transpose(), b_) - expected).norm(), rounding_);
  EXPECT_LT((times_transposed(a_, b_.transpose()) - expected).norm(), rounding_);
}

TEST_P(Products, TakeADiagonalMatrixBetween) {
  const Vector weights = normal_matrix(random_, size_ + 1, 1);
  const Matrix expected = by_definition(a_, by_definition(weights.asDiagonal(), b_));
  EXPECT_LT((transposed_times(a_.transpose(), weights, b_) - expected).norm(), rounding_);
  EXPECT_LT((times_transposed(a_, weights, b_.transpose()) - expected).norm(), rounding_);
}

TEST_P(Products, ScaleRowsAndColumns) {
  const Vector weights = normal_matrix(random_, size_, 1);
  const Matrix square = product(a_, b_, c_), diagonal = weights.asDiagonal();
  EXPECT_LT((scaled_on_both_sides(square, weights) - by_definition(diagonal, by_definition(square, diagonal)))
                .norm(),
            rounding_);
}

TEST_P(Products, HaveTraces) {
  const Matrix d = product(b_, c_);
  EXPECT_NEAR(trace_of_product(a_, d), by_definition(a_, d).trace(), rounding_);
  EXPECT_NEAR(trace_of_product(d, a_), trace_of_product(a_, d), rounding_);
  EXPECT_NEAR(trace_of_transposed_times(a_.transpose(), d), trace_of_product(a_, d), rounding_);
}

INSTANTIATE_TEST_SUITE_P(OfSizes, Products, testing::Values(1, 3, 30));

}  // namespace
}  // namespace wpga
