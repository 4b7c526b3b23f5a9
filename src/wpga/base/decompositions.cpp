#include "wpga/base/decompositions.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>

namespace wpga {

SymmetricEigen symmetric_eigen(const Matrix& symmetric) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(symmetric);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Vector symmetric_eigenvalues(const Matrix& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
}

Matrix orthogonal_factor(const Matrix& square) {
  const Eigen::HouseholderQR<Matrix> factors(square);
  Matrix orthogonal = factors.householderQ();
  for (Index k = 0; k < square.cols(); ++k)
    if (factors.matrixQR()(k, k) < 0) orthogonal.col(k) *= -1;
  return orthogonal;
}

std::optional<Matrix> cholesky_quotient(const Matrix& positive, Matrix b) {
  const Eigen::LLT<Matrix> factor(positive);
  if (factor.info() != Eigen::Success) return std::nullopt;
  factor.matrixL().solveInPlace(b);
  return b;
}

Vector symmetric_solution(const Matrix& symmetric, const Vector& b) { return symmetric.ldlt().solve(b); }

Matrix regular_inverse(const Matrix& regular) { return regular.inverse(); }

std::optional<Matrix> inverse_of(const Matrix& square) {
  if (!square.allFinite() || square.size() == 0) return std::nullopt;
  const Eigen::PartialPivLU<Matrix> factors(square);
  if (!(factors.rcond() >= 1e-12)) return std::nullopt;
  return factors.inverse();
}

}  // namespace wpga
