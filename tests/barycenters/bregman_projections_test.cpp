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

// A debiased mean couples itself with itself by D(d) K D(d), and each measure agrees about it: the equations
// of its fixed point (Janati, Cuturi & Gramfort 2020), reached here by the plain iteration without
// logarithms.
TEST(BregmanProjections, DebiasedAreThoseWithoutLogarithms) {
  Random random(4);
  const Matrix support = random_points(2, 15, random);
  const double epsilon = 0.8;
  Matrix weights = Matrix::NullaryExpr(15, 3, [&] { return random.uniform() + 0.2; });
  for (Index i = 0; i < 3; ++i) weights.col(i) /= weights.col(i).sum();
  const Vector lambda = (Vector(3) << 0.2, 0.3, 0.5).finished();
  Matrix kernel(15, 15);
  for (Index k = 0; k < 15; ++k)
    for (Index j = 0; j < 15; ++j)
      kernel(k, j) = std::exp(-(support.col(k) - support.col(j)).squaredNorm() / epsilon);
  Matrix u = Matrix::Ones(15, 3);
  Vector d = Vector::Ones(15), mean;
  for (int iteration = 0; iteration < 20'000; ++iteration) {
    const Matrix sums = kernel * weights.cwiseQuotient(kernel.transpose() * u);
    mean = d.array() * (sums.array().log().matrix() * lambda).array().exp();
    u = sums.cwiseInverse().array().colwise() * mean.array();
    d = (d.array() * mean.array() / (kernel * d).array()).sqrt();
  }
  const auto gibbs = dense_kernel(support, support, epsilon);
  const BregmanMean found =
      bregman_projections(*gibbs, gibbs.get(), weights, lambda, {.tolerance = 1e-12, .iterations = 5000}, {});
  EXPECT_TRUE(found.convergence.converged());
  EXPECT_LT((found.weights - mean / mean.sum()).cwiseAbs().maxCoeff(), 1e-9);
}

// Small ε makes plain projections slow; extrapolated ones end in far fewer rounds.
TEST(BregmanProjections, EndSoonForSmallRegularization) {
  const Matrix line = Vector::LinSpaced(40, 0, 1).transpose();
  Matrix weights(40, 2);
  for (Index k = 0; k < 40; ++k)
    weights.row(k) << std::exp(-80 * std::pow(line(k) - 0.2, 2)), std::exp(-300 * std::pow(line(k) - 0.7, 2));
  for (Index i = 0; i < 2; ++i) weights.col(i) /= weights.col(i).sum();
  const BregmanMean mean = bregman_projections(*dense_kernel(line, line, 1e-3), nullptr, weights,
                                               Vector::Constant(2, 0.5), {.tolerance = 1e-8}, {});
  EXPECT_TRUE(mean.convergence.converged());
  EXPECT_LT(mean.convergence.iterations, 200);
  // Halfway between the two bumps.
  EXPECT_NEAR(line.row(0).dot(mean.weights), 0.45, 1e-2);
}

// All the weight on one measure: nothing is left to agree about, and its own blurred copy K (a / K'1) is the
// mean.
TEST(BregmanProjections, ConvergeAtOnceForASingleMeasure) {
  Random random(2);
  const Matrix support = random_points(2, 12, random);
  Vector weights = Vector::NullaryExpr(12, [&] { return random.uniform() + 0.1; });
  weights /= weights.sum();
  const auto kernel = dense_kernel(support, support, 0.5);
  const BregmanMean mean = bregman_projections(*kernel, nullptr, weights, Vector::Ones(1), {}, {});
  EXPECT_TRUE(mean.convergence.converged());
  EXPECT_EQ(mean.convergence.iterations, 1);
  Matrix gibbs(12, 12);
  for (Index k = 0; k < 12; ++k)
    for (Index j = 0; j < 12; ++j)
      gibbs(k, j) = std::exp(-(support.col(k) - support.col(j)).squaredNorm() / 0.5);
  const Vector blurred = gibbs * (weights.array() / gibbs.colwise().sum().transpose().array()).matrix();
  EXPECT_LT((mean.weights - blurred).cwiseAbs().maxCoeff(), 1e-12);
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
