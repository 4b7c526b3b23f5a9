#include "wpga/base/decompositions.hpp"

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

std::optional<Matrix> inverse_of(const Matrix& square) {
  if (!square.allFinite() || square.size() == 0) return std::nullopt;
  const Eigen::PartialPivLU<Matrix> factors(square);
  if (!(factors.rcond() >= 1e-12)) return std::nullopt;
  return factors.inverse();
}

}  // namespace wpga
