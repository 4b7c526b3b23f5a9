#include "wpga/neighbours/histograms/weight_transport.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"
#include "wpga/transport/distances.hpp"

namespace wpga {
namespace {

double distance(const Matrix& points, const Vector& weights, const Measure& target) {
  return transport_value(make_measure(points, weights).view(), target.view(), {}).primal;
}

// The dual of one solve is feasible for all weights on the same points, those without mass included.
TEST(WeightTransport, ItsBoundsHoldEverywhereAndTouchWhereItSolved) {
  Random random(1);
  for (const Index dimension : {1, 2, 3}) {
    const Matrix points = test::normal_matrix(random, dimension, 20);
    const Measure target = test::random_mean(random, dimension, 12);
    const TransportOptions options;
    WeightTransport transport(points, target.view(), options);
    Vector solved = test::random_weights(random, 20);
    solved.head(5).setZero();
    solved /= solved.sum();
    EXPECT_NEAR(transport.solve(solved), distance(points, solved, target), 1e-12);
    EXPECT_NEAR(transport.lower_bound(solved), distance(points, solved, target), 1e-10);
    for (int trial = 0; trial < 20; ++trial) {
      const Vector other = test::random_weights(random, 20);
      EXPECT_LE(transport.lower_bound(other), distance(points, other, target) + 1e-10);
    }
  }
}

TEST(WeightTransport, WhatItLearnsFromNearbyPointsIsStillABound) {
  Random random(2);
  const Matrix points = test::normal_matrix(random, 2, 20);
  const Matrix moved = points + 0.1 * test::normal_matrix(random, 2, 20);
  const Measure target = test::random_mean(random, 2, 12);
  const Measure fewer{target.points.leftCols(6), test::random_weights(random, 6)};
  const TransportOptions options;
  WeightTransport nearby(moved, fewer.view(), options), transport(points, target.view(), options);
  for (int trial = 0; trial < 3; ++trial) nearby.solve(test::random_weights(random, 20));
  transport.learn_from(nearby);
  ASSERT_EQ(transport.bounds().size(), 3u);
  double closest = 1e300;
  for (int trial = 0; trial < 50; ++trial) {
    const Vector weights = test::random_weights(random, 20);
    const double gap = distance(points, weights, target) - transport.lower_bound(weights);
    EXPECT_GE(gap, -1e-10);
    closest = std::min(closest, gap / distance(points, weights, target));
  }
  EXPECT_LT(closest, 0.9);  // and it says something
}

}  // namespace
}  // namespace wpga
