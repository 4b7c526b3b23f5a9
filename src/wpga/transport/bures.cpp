#include "wpga/transport/bures.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "wpga/base/decompositions.hpp"
#include "wpga/base/products.hpp"
#include "wpga/parallel/stop.hpp"

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
  return times_transposed(eigen.vectors, values, eigen.vectors);
}

// S^½ and S^-½ from one decomposition.
struct Roots {
  Matrix root, inverse;
};

Roots roots_of(const Matrix& covariance) {
  const SymmetricEigen eigen = symmetric_eigen(covariance);
  const double largest = std::max(0.0, eigen.values.maxCoeff());
  Vector up = Vector::Zero(eigen.values.size()), down = up;
  for (Index j = 0; j < up.size(); ++j) {
    if (!(eigen.values[j] > no_spread * largest)) continue;
    up[j] = std::sqrt(eigen.values[j]);
    down[j] = 1 / up[j];
  }
  return {times_transposed(eigen.vectors, up, eigen.vectors),
          times_transposed(eigen.vectors, down, eigen.vectors)};
}

// B, d × rank, with S = B B'.  A law of few atoms has low rank.
Matrix factor_of(const Matrix& covariance) {
  const SymmetricEigen eigen = symmetric_eigen(covariance);  // rising
  const double largest = std::max(0.0, eigen.values.maxCoeff());
  const Index rank = (eigen.values.array() > no_spread * largest).count();
  return eigen.vectors.rightCols(rank) * eigen.values.tail(rank).cwiseSqrt().asDiagonal();
}

// (C C')^½ for C of d × r: with C'C = U diag(σ) U' it is D D' where D = C U diag(σ^-¼).  O(r³ + d² r).
Matrix root_of_square(const Matrix& factor) {
  if (factor.cols() == 0) return Matrix::Zero(factor.rows(), factor.rows());
  const SymmetricEigen eigen = symmetric_eigen(transposed_times(factor, factor));
  const double largest = std::max(0.0, eigen.values.maxCoeff());
  Vector scales = Vector::Zero(eigen.values.size());
  for (Index j = 0; j < scales.size(); ++j)
    if (eigen.values[j] > no_spread * largest) scales[j] = std::pow(eigen.values[j], -0.25);
  const Matrix columns = product(factor, eigen.vectors) * scales.asDiagonal();
  return times_transposed(columns, columns);
}

}  // namespace

Gaussian fitted_gaussian(const MeasureView& measure) {
  Gaussian law{.mean = mean_of(measure), .covariance = {}};
  const Matrix centered = measure.points.colwise() - law.mean;
  law.covariance = times_transposed(centered, measure.weights, centered);
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
  const double shared = square_root(product(root, second.covariance, root)).trace();
  const double stretch = first.covariance.trace() + second.covariance.trace() - 2 * shared;
  return (first.mean - second.mean).squaredNorm() + std::max(0.0, stretch);
}

Matrix optimal_linear_map(const Matrix& from, const Matrix& to) {
  const Matrix root = square_root(from), inverse = inverse_square_root(from);
  return product(inverse, square_root(product(root, to, root)), inverse);
}

GaussianMean gaussian_mean(std::span<const Gaussian> laws, const Vector& measure_weights) {
  const Index d = laws.front().dimension();
  GaussianMean found{.law = {Vector::Zero(d), Matrix::Zero(d, d)}};
  std::vector<Matrix> factors;
  for (std::size_t i = 0; i < laws.size(); ++i) {
    found.law.mean += measure_weights[static_cast<Index>(i)] * laws[i].mean;
    found.law.covariance += measure_weights[static_cast<Index>(i)] * laws[i].covariance;
    factors.push_back(factor_of(laws[i].covariance));
  }
  Convergence& convergence = found.convergence;
  convergence.termination = Termination::iteration_limit;
  while (convergence.iterations < most_iterations) {
    check_stop();
    ++convergence.iterations;
    const Roots of_mean = roots_of(found.law.covariance);
    Matrix average = Matrix::Zero(d, d);  // of (S^½ S_i S^½)^½, which is S itself at the fixed point
    for (std::size_t i = 0; i < laws.size(); ++i)
      average += measure_weights[static_cast<Index>(i)] * root_of_square(product(of_mean.root, factors[i]));
    const double size = found.law.covariance.norm();
    convergence.residual = size > 0 ? (average - found.law.covariance).norm() / size : 0;
    const Matrix next = product(of_mean.inverse, average);
    found.law.covariance = times_transposed(next, next);
    if (convergence.residual > tolerance) continue;
    convergence.termination = Termination::converged;
    break;
  }
  return found;
}

}  // namespace wpga
