#include "wpga/barycenters/bregman_projections.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "barycenters/families.hpp"

namespace wpga {
namespace {

// The projections as they are written, with nothing but products of matrices.
Vector plain_projections(const Matrix& kernel, const std::vector<Vector>& measures, const Vector& lambda,
                         int iterations) {
  std::vector<Vector> u(measures.size(), Vector::Ones(kernel.rows()));
  Vector mean;
  for (int iteration = 0; iteration < iterations; ++iteration) {
    Vector log_mean = Vector::Zero(kernel.rows());
    std::vector<Vector> sums;
    for (std::size_t i = 0; i < measures.size(); ++i) {
      const Vector v = measures[i].array() / (kernel.transpose() * u[i]).array();
      sums.push_back(kernel * v);
      log_mean += lambda[static_cast<Index>(i)] * sums.back().array().log().matrix();
    }
    mean = log_mean.array().exp();
    for (std::size_t i = 0; i < measures.size(); ++i) u[i] = mean.array() / sums[i].array();
  }
  return mean / mean.sum();
}

TEST(BregmanProjections, AreThoseWithoutLogarithms) {
  Random random(1);
  const Matrix support = random_points(2, 15, random), atoms = random_points(2, 20, random);
  const double epsilon = 0.5;
  Matrix weights = Matrix::NullaryExpr(20, 3, [&] { return random.uniform(); });
  for (Index i = 0; i < 3; ++i) weights.col(i) /= weights.col(i).sum();
  const Vector lambda = (Vector(3) << 0.2, 0.3, 0.5).finished();
  Matrix kernel(15, 20);
  for (Index k = 0; k < 15; ++k)
    for (Index j = 0; j < 20; ++j)
      kernel(k, j) = std::exp(-(support.col(k) - atoms.col(j)).squaredNorm() / epsilon);
  const BregmanMean found = bregman_projections(*dense_kernel(support, atoms, epsilon), nullptr, weights,
                                                lambda, {.tolerance = 1e-13, .iterations = 5000}, {});
  const Vector expected =
      plain_projections(kernel, {weights.col(0), weights.col(1), weights.col(2)}, lambda, 5000);
  EXPECT_LT((found.weights - expected).cwiseAbs().maxCoeff(), 1e-11);
  EXPECT_TRUE(found.convergence.converged());
}

// All the weight on one measure: nothing is left to agree about, and its own blurred copy is the mean.
TEST(BregmanProjections, ConvergeAtOnceForASingleMeasure) {
  Random random(2);
  const Matrix support = random_points(2, 12, random);
  const Vector weights = Vector::Constant(12, 1.0 / 12);
  const auto kernel = dense_kernel(support, support, 0.5);
  const BregmanMean mean = bregman_projections(*kernel, nullptr, weights, Vector::Ones(1), {}, {});
  EXPECT_TRUE(mean.convergence.converged());
  EXPECT_NEAR(mean.weights.sum(), 1, 1e-12);
  EXPECT_GT(mean.weights.minCoeff(), 0);
}

TEST(BregmanProjections, SayThatTheyRanOutOfIterations) {
  Random random(3);
  const Matrix support = random_points(2, 10, random);
  Matrix weights = Matrix::NullaryExpr(10, 2, [&] { return random.uniform() + 0.1; });
  for (Index i = 0; i < 2; ++i) weights.col(i) /= weights.col(i).sum();
  const BregmanMean mean =
      bregman_projections(*dense_kernel(support, support, 0.01), nullptr, weights, Vector::Constant(2, 0.5),
                          {.tolerance = 1e-14, .iterations = 3}, {});
  EXPECT_EQ(mean.convergence.termination, Termination::iteration_limit);
  EXPECT_EQ(mean.convergence.iterations, 3);
  EXPECT_EQ(mean.residuals.size(), 3U);
}

}  // namespace
}  // namespace wpga
