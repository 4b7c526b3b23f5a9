// Decompositions of dense matrices, compiled once: Eigen's take ten seconds of every source that uses them.
#pragma once

#include <optional>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

// U diag(σ) U' of a symmetric matrix, of which the lower triangle is read; σ rises.
struct SymmetricEigen {
  Vector values;
  Matrix vectors;  // columns
};
SymmetricEigen symmetric_eigen(const Matrix& symmetric);
Vector symmetric_eigenvalues(const Matrix& symmetric);

// Q of a square matrix QR where the diagonal of R is not negative: of a normal matrix, a rotation that is
// uniform among the orthogonal matrices (Mezzadri 2007).
Matrix orthogonal_factor(const Matrix& square);

// L^-1 B for the Cholesky factor L of a positive definite matrix L L'; nothing when it is not.
std::optional<Matrix> cholesky_quotient(const Matrix& positive, Matrix b);

// The solution of S x = b for a symmetric matrix, by L D L'.
Vector symmetric_solution(const Matrix& symmetric, const Vector& b);

// The inverse of a matrix known to have one.
Matrix regular_inverse(const Matrix& regular);

// The inverse of a square matrix; nothing when the estimate of its reciprocal condition is below 1e-12.
std::optional<Matrix> inverse_of(const Matrix& square);

}  // namespace wpga
