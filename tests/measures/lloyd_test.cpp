#include "wpga/measures/lloyd.hpp"

#include <gtest/gtest.h>

#include "wpga/base/random.hpp"

namespace wpga {
namespace {

Measure random_measure(Index dimension, Index count, std::uint64_t seed) {
  Random random(seed);
  const Matrix points = Matrix::NullaryExpr(dimension, count, [&] { return random.normal(); });
  return make_measure(points, Vector::NullaryExpr(count, [&] { return random.uniform(0.1, 2); }));
}

// Lloyd's iteration without any bound: every point looks at every centre, every time.
Matrix plain_lloyd(const Measure& measure, Matrix centers, int iterations) {
  for (int iteration = 0; iteration <= iterations; ++iteration) {
    Matrix sums = Matrix::Zero(centers.rows(), centers.cols());
    Vector masses = Vector::Zero(centers.cols());
    for (Index j = 0; j < measure.size(); ++j) {
      Index nearest = 0;
      (centers.colwise() - measure.points.col(j)).colwise().squaredNorm().minCoeff(&nearest);
      sums.col(nearest) += measure.weights[j] * measure.points.col(j);
      masses[nearest] += measure.weights[j];
    }
    for (Index c = 0; c < centers.cols(); ++c) centers.col(c) = sums.col(c) / masses[c];
  }
  return centers;
}

TEST(Lloyd, WithBoundsIsLloydWithout) {
  for (const Index dimension : {1, 2, 3, 20}) {
    const Measure measure = random_measure(dimension, 600, 1);
    const Matrix start = measure.points.leftCols(17);
    for (const int iterations : {0, 1, 2, 5, 12}) {
      const Clusters clusters = lloyd(measure.view(), start, iterations, 0);
      EXPECT_LT((clusters.means - plain_lloyd(measure, start, clusters.convergence.iterations)).norm(),
                1e-12);
    }
  }
}

// So many centres that a point is compared with those near its own only.
TEST(Lloyd, AmongNearCentersIsLloydAmongAll) {
  for (const Index dimension : {1, 2, 3, 8}) {
    const Measure measure = random_measure(dimension, 3000, 4);
    const Matrix start = measure.points.leftCols(150);
    for (const int iterations : {1, 3, 10}) {
      const Clusters clusters = lloyd(measure.view(), start, iterations, 0);
      EXPECT_LT((clusters.means - plain_lloyd(measure, start, clusters.convergence.iterations)).norm(),
                1e-12);
    }
  }
}

TEST(Lloyd, NeverRaisesTheInertia) {
  const Measure measure = random_measure(3, 2000, 2);
  double last = std::numeric_limits<double>::infinity();
  for (int iterations = 0; iterations < 30; ++iterations) {
    const double inertia = lloyd(measure.view(), measure.points.leftCols(40), iterations, 0).inertia;
    EXPECT_LE(inertia, last * (1 + 1e-14));
    last = inertia;
  }
}

TEST(Lloyd, EndsAtAFixedPoint) {
  const Measure measure = random_measure(3, 3000, 3);
  const Clusters clusters = lloyd(measure.view(), measure.points.leftCols(50), 10000, 0);
  ASSERT_TRUE(clusters.convergence.converged());
  Matrix sums = Matrix::Zero(3, 50);
  for (Index j = 0; j < measure.size(); ++j) {
    const auto own = static_cast<Index>(clusters.assignment[static_cast<std::size_t>(j)]);
    const Vector distances = (clusters.means.colwise() - measure.points.col(j)).colwise().squaredNorm();
    EXPECT_LE(distances[own], distances.minCoeff() + 1e-13);
    sums.col(own) += measure.weights[j] * measure.points.col(j);
  }
  for (Index c = 0; c < 50; ++c)
    EXPECT_LT((sums.col(c) / clusters.masses[c] - clusters.means.col(c)).norm(), 1e-13);
}

// Two of the three centres start where no point is nearest.
TEST(Lloyd, FillsEmptyClusters) {
  const Measure measure = make_measure(Matrix{{0, 1, 10, 11, 30}}, Vector::Ones(5));
  const Clusters clusters = lloyd(measure.view(), Matrix{{15, 1000, -1000}}, 100, 0);
  EXPECT_TRUE(clusters.convergence.converged());
  ASSERT_EQ(clusters.means.cols(), 3);
  EXPECT_GT(clusters.masses.minCoeff(), 0);
  EXPECT_NEAR(clusters.inertia, (0.5 + 0.5) / 5, 1e-14);
}

TEST(Lloyd, DropsCentersThatNoPointCanUse) {
  const Measure measure = make_measure(Matrix{{0, 1}}, Vector{{1, 3}});
  const Clusters clusters = lloyd(measure.view(), Matrix{{0, 5, 6, 1}}, 100, 0);
  ASSERT_EQ(clusters.means.cols(), 2);
  EXPECT_EQ(clusters.inertia, 0);
  EXPECT_EQ(clusters.masses, (Vector{{0.25, 0.75}}));
  EXPECT_EQ(clusters.assignment, (std::vector<std::int32_t>{0, 1}));
}

TEST(Lloyd, SaysWhenItRanOutOfIterations) {
  const Measure measure = random_measure(3, 2000, 4);
  const Clusters clusters = lloyd(measure.view(), measure.points.leftCols(40), 2, 0);
  EXPECT_EQ(clusters.convergence.termination, Termination::iteration_limit);
  EXPECT_EQ(clusters.convergence.iterations, 2);
  EXPECT_GT(clusters.convergence.residual, 0);
}

}  // namespace
}  // namespace wpga
