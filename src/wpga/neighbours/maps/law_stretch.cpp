#include "wpga/neighbours/maps/law_stretch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "wpga/base/decompositions.hpp"
#include "wpga/base/products.hpp"
#include "wpga/parallel/stop.hpp"
#include "wpga/transport/bures.hpp"

namespace wpga {

Matrix turned_towards(const Matrix& root, const Matrix& target) {
  const Matrix both = transposed_times(root, target);
  return product(root, product(both, inverse_square_root(transposed_times(both, both))));
}

Matrix lyapunov(const Matrix& covariance, const Matrix& right) {
  const SymmetricEigen eigen = symmetric_eigen(covariance);
  Matrix inside = product(transposed_times(eigen.vectors, right), eigen.vectors);
  const double least = 1e-14 * std::max(eigen.values.maxCoeff(), std::numeric_limits<double>::min());
  for (Index a = 0; a < inside.rows(); ++a)
    for (Index b = 0; b < inside.cols(); ++b) {
      const double sum = eigen.values[a] + eigen.values[b];
      inside(a, b) = sum > least ? inside(a, b) / sum : 0;
    }
  return times_transposed(product(eigen.vectors, inside), eigen.vectors);
}

Matrix inverse_of_regular(const Matrix& positive) {
  const SymmetricEigen eigen = symmetric_eigen(positive);
  return times_transposed(eigen.vectors, eigen.values.cwiseMax(1e-300).cwiseInverse(), eigen.vectors);
}

Matrix moved_identity(const Matrix& stretch, double time) {
  return Matrix::Identity(stretch.rows(), stretch.cols()) + time * stretch;
}

// Projected gradients with momentum (Beck & Teboulle 2009).
Matrix positive_at_ends(const Matrix& covariance, const Matrix& right, const Matrix& start) {
  constexpr int iterations = 200;
  const auto feasible = [](const Matrix& matrix) -> Matrix {
    const SymmetricEigen eigen = symmetric_eigen((matrix + matrix.transpose()) / 2);
    return times_transposed(eigen.vectors, eigen.values.cwiseMax(-most_stretch).cwiseMin(most_stretch),
                            eigen.vectors);
  };
  const auto value = [&](const Matrix& matrix) {
    return trace_of_product(product(matrix, covariance), matrix) - trace_of_product(matrix, right);
  };
  const double step = 1 / (2 * symmetric_eigenvalues(covariance).maxCoeff());
  Matrix best = feasible(start), last = best, carried = best;
  double momentum = 1;
  for (int k = 0; k < iterations; ++k) {
    check_stop();
    const Matrix slope = product(carried, covariance) + product(covariance, carried) - right;
    const Matrix next = feasible(carried - step * slope);
    const double faster = (1 + std::sqrt(1 + 4 * momentum * momentum)) / 2;
    carried = next + (momentum - 1) / faster * (next - last);
    momentum = faster;
    last = next;
    if (value(next) < value(best)) best = next;
  }
  return best;
}

}  // namespace wpga
