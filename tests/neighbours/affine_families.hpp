// Families whose factors are known: translates, and affine images of one cloud.
#pragma once

#include <Eigen/Eigenvalues>
#include <string>
#include <vector>

#include "analysis/random_families.hpp"
#include "wpga/transport/bures.hpp"

namespace wpga::test {

// Translates of one cloud, with the principal components of their shifts.
struct Translates {
  Measure mean;
  MeasureFamily family;
  Matrix centered;   // shifts, less their mean
  Matrix axes;       // columns, the leading one first
  Vector variances;  // falling
};

inline Translates translates_with_axes(Random& random, Index dimension, Index atoms, Index count) {
  Matrix shifts = normal_matrix(random, dimension, count);
  for (Index row = 0; row < dimension; ++row) shifts.row(row) *= static_cast<double>(1 << (dimension - row));
  const Measure cloud = random_mean(random, dimension, atoms);
  const Vector center = shifts.rowwise().mean();
  const Matrix centered = shifts.colwise() - center;
  const Eigen::SelfAdjointEigenSolver<Matrix> pca(centered * centered.transpose() /
                                                  static_cast<double>(count));
  return {{cloud.points.colwise() + center, cloud.weights},
          translates(cloud, shifts),
          centered,
          pca.eigenvectors().rowwise().reverse(),
          pca.eigenvalues().reverse()};
}

inline Matrix random_symmetric(Random& random, Index dimension) {
  const Matrix any = normal_matrix(random, dimension, dimension);
  return (any + any.transpose()) / 2;
}

// A cloud with mean 0 and covariance the identity.
inline Measure whitened_cloud(Random& random, Index dimension, Index atoms) {
  Measure cloud = random_mean(random, dimension, atoms);
  const Gaussian law = fitted_gaussian(cloud.view());
  cloud.points = inverse_square_root(law.covariance) * (cloud.points.colwise() - law.mean);
  return cloud;
}

// x ↦ A_i x + c_i of one cloud, A_i symmetric positive, both with mean the identity and zero.
struct ScatterFamily {
  Measure cloud;
  std::vector<Matrix> linear;
  Matrix shifts;
  MeasureFamily family;
};

inline ScatterFamily scatter_family(Random& random, Index dimension, Index atoms, Index count) {
  ScatterFamily made{
      whitened_cloud(random, dimension, atoms), {}, normal_matrix(random, dimension, count), {}};
  Matrix average = Matrix::Zero(dimension, dimension);
  for (Index i = 0; i < count; ++i) {
    made.linear.push_back(0.12 * random_symmetric(random, dimension));
    average += made.linear.back() / static_cast<double>(count);
  }
  made.shifts.colwise() -= Vector(made.shifts.rowwise().mean());
  for (Index i = 0; i < count; ++i) {
    Matrix& linear = made.linear[static_cast<std::size_t>(i)];
    linear += Matrix::Identity(dimension, dimension) - average;
    made.family.append((linear * made.cloud.points).colwise() + made.shifts.col(i), made.cloud.weights,
                       std::to_string(i));
  }
  return made;
}

inline double correlation(const Vector& first, const Vector& second) {
  const Vector a = first.array() - first.mean(), b = second.array() - second.mean();
  return std::abs(a.dot(b)) / (a.norm() * b.norm());
}

}  // namespace wpga::test
