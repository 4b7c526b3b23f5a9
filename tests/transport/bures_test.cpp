#include "wpga/transport/bures.hpp"

#include <gtest/gtest.h>

#include "neighbours/affine_families.hpp"

namespace wpga {
namespace {

Matrix random_covariance(Random& random, Index dimension) {
  const Matrix any = test::normal_matrix(random, dimension, dimension + 1);
  return any * any.transpose();
}

// Covariances with the same axes: the distance is that of the standard deviations.
TEST(Bures, DistanceOfCommutingLawsIsThatOfDeviations) {
  Random random(1);
  const Matrix axes = Eigen::SelfAdjointEigenSolver<Matrix>(test::random_symmetric(random, 4)).eigenvectors();
  const Vector first{{1, 4, 9, 0}}, second{{4, 1, 16, 25}};
  const Gaussian one{Vector::Zero(4), axes * first.asDiagonal() * axes.transpose()};
  const Gaussian two{Vector::Constant(4, 2), axes * second.asDiagonal() * axes.transpose()};
  EXPECT_NEAR(squared_distance(one, two), 16 + 1 + 1 + 1 + 25, 1e-10);
}

TEST(Bures, MapsCarryOneCovarianceToTheOther) {
  Random random(2);
  for (const Index d : {1, 2, 5}) {
    const Matrix from = random_covariance(random, d), to = random_covariance(random, d);
    const Matrix map = optimal_linear_map(from, to);
    EXPECT_LT((map * from * map - to).norm(), 1e-9 * to.norm());
    EXPECT_LT((map - map.transpose()).norm(), 1e-9 * map.norm());
    // ‖id − A‖² in L² of the first law is the distance.
    const Matrix rest = map - Matrix::Identity(d, d);
    EXPECT_NEAR((rest * from * rest).trace(),
                squared_distance({Vector::Zero(d), from}, {Vector::Zero(d), to}),
                1e-8 * (from.trace() + to.trace()));
  }
}

// At the mean the maps to the laws average to the identity.
TEST(Bures, MeanIsWhereMapsAverageToTheIdentity) {
  Random random(3);
  std::vector<Gaussian> laws;
  const Vector shares = test::random_weights(random, 6);
  for (Index i = 0; i < 6; ++i)
    laws.push_back({test::normal_matrix(random, 3, 1), random_covariance(random, 3)});
  const GaussianMean found = gaussian_mean(laws, shares);
  EXPECT_TRUE(found.convergence.converged());
  Matrix average = Matrix::Zero(3, 3);
  for (Index i = 0; i < 6; ++i)
    average +=
        shares[i] * optimal_linear_map(found.law.covariance, laws[static_cast<std::size_t>(i)].covariance);
  EXPECT_LT((average - Matrix::Identity(3, 3)).norm(), 1e-8);
}

// Few atoms in many dimensions: covariances of low rank, one of them none at all.
TEST(Bures, MeanOfLawsOfLowRankIsAFixedPoint) {
  Random random(4);
  std::vector<Gaussian> laws;
  for (Index i = 0; i < 5; ++i) {
    const Matrix factor = test::normal_matrix(random, 12, i);
    laws.push_back({Vector::Zero(12), factor * factor.transpose()});
  }
  const Vector shares = test::random_weights(random, 5);
  const GaussianMean found = gaussian_mean(laws, shares);
  const Matrix root = square_root(found.law.covariance);
  Matrix average = Matrix::Zero(12, 12);
  for (Index i = 0; i < 5; ++i)
    average += shares[i] * square_root(root * laws[static_cast<std::size_t>(i)].covariance * root);
  EXPECT_LT((average - found.law.covariance).norm(), 1e-6 * found.law.covariance.norm());
  EXPECT_GT(found.law.covariance.norm(), 0);
}

TEST(Bures, MeanOfCommutingLawsHasTheMeanDeviation) {
  std::vector<Gaussian> laws = {{Vector{{0, 0}}, Vector{{1, 9}}.asDiagonal()},
                                {Vector{{2, 4}}, Vector{{9, 25}}.asDiagonal()}};
  const GaussianMean found = gaussian_mean(laws, Vector{{0.5, 0.5}});
  EXPECT_LT((found.law.mean - Vector{{1, 2}}).norm(), 1e-12);
  EXPECT_LT((found.law.covariance - Matrix(Vector{{4, 16}}.asDiagonal())).norm(), 1e-9);
}

}  // namespace
}  // namespace wpga
