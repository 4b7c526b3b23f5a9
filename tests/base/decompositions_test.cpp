#include "wpga/base/decompositions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "wpga/base/random.hpp"

namespace wpga {
namespace {

Matrix normal_matrix(Index size, std::uint64_t seed) {
  Random random(seed);
  Matrix matrix(size, size);
  for (double& entry : matrix.reshaped()) entry = random.normal();
  return matrix;
}

TEST(InverseOf, UndoesTheMatrixOrThereIsNone) {
  for (const Index size : {1, 2, 3, 40}) {
    const Matrix square = normal_matrix(size, 5);
    EXPECT_LT((inverse_of(square).value() * square - Matrix::Identity(size, size)).norm(), 1e-9);
    Matrix singular = square;
    singular.col(0) = size > 1 ? Vector(singular.col(size - 1)) : Vector::Zero(size);
    EXPECT_FALSE(inverse_of(singular));
  }
  EXPECT_FALSE(inverse_of(Matrix(0, 0)));
  EXPECT_FALSE(inverse_of(Matrix::Constant(2, 2, std::nan(""))));
}

// L^-1 times its own matrix is L', whose square is the matrix again.
TEST(CholeskyQuotient, UndoesTheFactorOrThereIsNone) {
  for (const Index size : {1, 2, 3, 40}) {
    const Matrix half = normal_matrix(size, 2), positive = half * half.transpose();
    const Matrix upper = cholesky_quotient(positive, positive).value();
    EXPECT_TRUE(upper.isUpperTriangular(1e-9));
    EXPECT_LT((upper.transpose() * upper - positive).norm(), 1e-9);
    EXPECT_FALSE(cholesky_quotient(-positive, positive));
  }
}

TEST(SymmetricSolution, SolvesDefiniteAndIndefiniteSystems) {
  for (const Index size : {1, 2, 3, 40}) {
    const Matrix half = normal_matrix(size, 3), symmetric = half + half.transpose();
    const Vector wanted = half.col(0);
    EXPECT_LT((symmetric_solution(symmetric, symmetric * wanted) - wanted).norm(), 1e-7);
    const Matrix positive = half * half.transpose() + Matrix::Identity(size, size);
    EXPECT_LT((symmetric_solution(positive, positive * wanted) - wanted).norm(), 1e-10);
  }
}

TEST(SymmetricEigen, PutsTheMatrixTogetherAgain) {
  for (const Index size : {1, 2, 3, 40}) {
    const Matrix half = normal_matrix(size, 1), symmetric = half + half.transpose();
    const SymmetricEigen eigen = symmetric_eigen(symmetric);
    EXPECT_TRUE(std::is_sorted(eigen.values.begin(), eigen.values.end()));
    EXPECT_LT((eigen.vectors * eigen.values.asDiagonal() * eigen.vectors.transpose() - symmetric).norm(),
              1e-11);
    EXPECT_LT((eigen.vectors.transpose() * eigen.vectors - Matrix::Identity(size, size)).norm(), 1e-12);
    EXPECT_LT((symmetric_eigenvalues(symmetric) - eigen.values).norm(), 1e-11);
  }
}

TEST(SymmetricEigen, ReadsTheLowerTriangle) {
  Matrix symmetric = (Matrix(2, 2) << 2, 1, 1, 2).finished();
  symmetric(0, 1) = 100;
  EXPECT_LT((symmetric_eigen(symmetric).values - Eigen::Vector2d(1, 3)).norm(), 1e-14);
}

TEST(OrthogonalFactor, LeavesATriangleWithAPositiveDiagonal) {
  for (const Index size : {1, 2, 3, 20}) {
    const Matrix square = normal_matrix(size, 2), factor = orthogonal_factor(square);
    EXPECT_LT((factor.transpose() * factor - Matrix::Identity(size, size)).norm(), 1e-12);
    const Matrix triangle = factor.transpose() * square;
    for (Index column = 0; column < size; ++column) {
      EXPECT_GT(triangle(column, column), 0);
      EXPECT_LT(triangle.col(column).tail(size - 1 - column).norm(), 1e-11);
    }
  }
}

}  // namespace
}  // namespace wpga
