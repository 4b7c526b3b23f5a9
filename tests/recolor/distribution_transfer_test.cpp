#include "wpga/recolor/distribution_transfer.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <algorithm>

#include "wpga/base/error.hpp"
#include "wpga/transport/one_dimensional.hpp"

namespace wpga {
namespace {

Measure cloud(Matrix points) {
  const Index n = points.cols();
  return {std::move(points), Vector::Constant(n, 1 / static_cast<double>(n))};
}

Measure normal_cloud(const Vector& mean, const Matrix& covariance, Index size, Random random) {
  Matrix points(mean.size(), size);
  for (double& coordinate : points.reshaped()) coordinate = random.normal();
  const Matrix root = covariance.llt().matrixL();
  return cloud((root * points).colwise() + mean);
}

Matrix covariance_of(const Matrix& points) {
  const Matrix centered = points.colwise() - points.rowwise().mean();
  return centered * centered.transpose() / static_cast<double>(points.cols());
}

TEST(LineMap, InterpolatesItsKnotsAndGoesOnWithSlopeOne) {
  const LineMap map{Vector{{0.0, 1.0, 3.0}}, Vector{{1.0, 1.5, 4.5}}};
  EXPECT_EQ(map(0), 1);
  EXPECT_EQ(map(3), 4.5);
  EXPECT_DOUBLE_EQ(map(2), 3);
  EXPECT_DOUBLE_EQ(map(-2), -1);
  EXPECT_DOUBLE_EQ(map(4), 5.5);
}

// On the line one turn is the exact optimal map.
TEST(DistributionTransfer, IsExactOnTheLine) {
  Random random(1);
  Matrix from(1, 100), to(1, 100);
  for (double& x : from.reshaped()) x = random.uniform();
  for (double& x : to.reshaped()) x = 3 + random.normal();
  const Measure source = cloud(from), target = cloud(to);
  const DistributionTransfer transfer =
      distribution_transfer(source.view(), target.view(), {.rotations = 1, .seed = 1});
  Matrix moved = transfer(from);
  std::ranges::sort(moved.reshaped());
  std::ranges::sort(to.reshaped());
  EXPECT_LT((moved - to).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_NEAR(transfer.distances[0] * transfer.distances[0],
              squared_distance_on_line(source.view(), target.view()), 1e-12);
}

// A normal cloud becomes one with the mean and the covariance of the other.
TEST(DistributionTransfer, ReachesTheCovarianceOfANormalTarget) {
  Matrix here{{1.0, 0.3, 0.0}, {0.3, 0.5, 0.1}, {0.0, 0.1, 0.2}};
  Matrix there{{0.3, -0.2, 0.1}, {-0.2, 1.2, 0.0}, {0.1, 0.0, 0.6}};
  const Measure source = normal_cloud(Vector{{0.0, 1.0, 2.0}}, here, 4000, Random(2));
  const Measure target = normal_cloud(Vector{{-1.0, 0.0, 5.0}}, there, 4000, Random(3));
  const DistributionTransfer transfer = distribution_transfer(source.view(), target.view(), {});
  const Matrix moved = transfer(source.points);
  EXPECT_LT((moved.rowwise().mean() - target.points.rowwise().mean()).norm(), 0.01);
  EXPECT_LT((covariance_of(moved) - covariance_of(target.points)).norm(), 0.02 * there.norm());
  EXPECT_LT(transfer.distances.back(), 0.03 * transfer.distances.front());
}

TEST(DistributionTransfer, OntoItselfMovesNothing) {
  const Measure source = normal_cloud(Vector::Zero(3), Matrix::Identity(3, 3), 300, Random(4));
  const DistributionTransfer transfer = distribution_transfer(source.view(), source.view(), {});
  EXPECT_LT((transfer(source.points) - source.points).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(DistributionTransfer, TheSeedDecides) {
  const Measure source = normal_cloud(Vector::Zero(3), Matrix::Identity(3, 3), 300, Random(5));
  const Measure target = normal_cloud(Vector::Ones(3), 2 * Matrix::Identity(3, 3), 200, Random(6));
  const auto moved = [&](std::uint64_t seed) {
    return distribution_transfer(source.view(), target.view(), {.rotations = 5, .seed = seed})(source.points);
  };
  EXPECT_EQ(moved(1), moved(1));
  EXPECT_NE(moved(1), moved(2));
}

TEST(DistributionTransfer, RefusesTwoSpaces) {
  EXPECT_THROW(distribution_transfer(cloud(Matrix::Zero(2, 1)).view(), cloud(Matrix::Zero(3, 1)).view(), {}),
               InputError);
}

TEST(Scattered, KeepsMeanVarianceAndBoxAndFillsTheGaps) {
  Random random(7);
  Matrix points(3, 64);
  for (double& coordinate : points.reshaped()) coordinate = random.uniform();
  const Measure palette = cloud(points), many = scattered(palette.view(), 4096, Random(8));
  EXPECT_EQ(many.size(), 4096);
  EXPECT_LT((mean_of(many.view()) - mean_of(palette.view())).norm(), 0.01);
  EXPECT_NEAR(variance_of(many.view()) / variance_of(palette.view()), 1, 0.03);
  EXPECT_TRUE((many.points.rowwise().maxCoeff().array() <= points.rowwise().maxCoeff().array()).all());
  EXPECT_TRUE((many.points.rowwise().minCoeff().array() >= points.rowwise().minCoeff().array()).all());
  EXPECT_NE(many.points.col(0), many.points.col(1));
}

// Greys are scattered among greys: no colour appears that the palette does not lean towards.
TEST(Scattered, StaysOnTheLineOfThePalette) {
  Matrix points(3, 32);
  for (Index k = 0; k < 32; ++k) points.col(k).setConstant(static_cast<double>(k) / 31);
  const Measure many = scattered(cloud(points).view(), 500, Random(9));
  EXPECT_LT((many.points.row(0) - many.points.row(2)).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_EQ(scattered(cloud(Matrix::Ones(3, 1)).view(), 500, Random(9)).size(), 1);
}

}  // namespace
}  // namespace wpga
