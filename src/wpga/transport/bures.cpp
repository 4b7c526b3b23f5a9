#include "wpga/transport/bures.hpp"

#include <algorithm>
#include <cmath>

#include "wpga/base/decompositions.hpp"

namespace wpga {

namespace {

constexpr int most_iterations = 200;
constexpr double tolerance = 1e-12;
// Eigenvalues below this share of the largest are rounding.
constexpr double no_spread = 1e-13;

// U f(σ) U' for a symmetric matrix U diag(σ) U'.
template <class Function>
Matrix of_eigenvalues(const Matrix& symmetric, Function&& function) {
  const SymmetricEigen eigen = symmetric_eigen(symmetric);
  const double largest = std::max(0.0, eigen.values.maxCoeff());
  Vector values = eigen.values;
  for (double& value : values) value = value > no_spread * largest ? function(value) : 0;
  return eigen.vectors * values.asDiagonal() * eigen.vectors.transpose();
}

}  // namespace

Gaussian fitted_gaussian(const MeasureView& measure) {
  Gaussian law{.mean = mean_of(measure), .covariance = {}};
  const Matrix centered = measure.points.colwise() - law.mean;
  law.covariance = centered * measure.weights.asDiagonal() * centered.transpose();
  return law;
}

Matrix square_root(const Matrix& covariance) {
  return of_eigenvalues(covariance, [](double value) { return std::sqrt(value); });
}

Matrix inverse_square_root(const Matrix& covariance) {
  return of_eigenvalues(covariance, [](double value) { return 1 / std::sqrt(value); });
}

double squared_distance(const Gaussian& first, const Gaussian& second) {
  const Matrix root = square_root(first.covariance);
  const double shared = square_root(root * second.covariance * root).trace();
  const double stretch = first.covariance.trace() + second.covariance.trace() - 2 * shared;
  return (first.mean - second.mean).squaredNorm() + std::max(0.0, stretch);
}

Matrix optimal_linear_map(const Matrix& from, const Matrix& to) {
  const Matrix root = square_root(from), inverse = inverse_square_root(from);
  return inverse * square_root(root * to * root) * inverse;
}

GaussianMean gaussian_mean(std::span<const Gaussian> laws, const Vector& measure_weights) {
  const Index d = laws.front().dimension();
  GaussianMean found{.law = {Vector::Zero(d), Matrix::Zero(d, d)}};
  for (std::size_t i = 0; i < laws.size(); ++i) {
    found.law.mean += measure_weights[static_cast<Index>(i)] * laws[i].mean;
    found.law.covariance += measure_weights[static_cast<Index>(i)] * laws[i].covariance;
  }
  Convergence& convergence = found.convergence;
  convergence.termination = Termination::iteration_limit;
  while (convergence.iterations < most_iterations) {
    ++convergence.iterations;
    const Matrix root = square_root(found.law.covariance);
    const Matrix inverse = inverse_square_root(found.law.covariance);
    Matrix average = Matrix::Zero(d, d);  // of (S^½ S_i S^½)^½, which is S itself at the fixed point
    for (std::size_t i = 0; i < laws.size(); ++i)
      average += measure_weights[static_cast<Index>(i)] * square_root(root * laws[i].covariance * root);
    const double size = found.law.covariance.norm();
    convergence.residual = size > 0 ? (average - found.law.covariance).norm() / size : 0;
    found.law.covariance = inverse * average * average * inverse;
    if (convergence.residual > tolerance) continue;
    convergence.termination = Termination::converged;
    break;
  }
  return found;
}

}  // namespace wpga
