#include "wpga/neighbours/histograms/weight_search.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

// Between δ_0 and δ_1 in proportions 1 − t and t: W2² to the same two atoms with share s at 1 is |t − s|.
TEST(WeightSearch, FindsTheShareOfTwoPoints) {
  const Matrix points{{0, 1}};
  const WeightCurve line = weight_curve(points, Matrix{{1, 0}, {0, 1}}, Vector{{0.5, 0.5}}, 1);
  const TransportOptions options;
  for (const double share : {0.1, 0.5, 0.85}) {
    const Measure target = make_measure(points, Vector{{1 - share, share}});
    WeightTransport transport(points, target.view(), options);
    const NearestWeights found = nearest_weights(line, transport, {}, 1e-9, 100);
    EXPECT_NEAR(found.time, share, 1e-6);
    EXPECT_LE(found.upper - found.lower, 1e-8);
    EXPECT_LT(found.upper, 1e-6);
  }
}

// The bound holds for all times, and is what the grid cannot beat.
TEST(WeightSearch, ProvesMoreThanAGrid) {
  Random random(3);
  const TransportOptions options;
  for (const Index dimension : {1, 2}) {
    Matrix ends(8, 2);
    for (Index k = 0; k < 2; ++k) ends.col(k) = test::random_weights(random, 8);
    const WeightCurve line =
        weight_curve(test::normal_matrix(random, dimension, 8), ends, ends.rowwise().mean(), 1);
    const Measure target = test::random_mean(random, dimension, 7);
    WeightTransport first(line.points, target.view(), options), second(line.points, target.view(), options);
    const NearestWeights found = nearest_weights(line, first, {}, 1e-7, 200);
    const NearestWeights grid = nearest_on_grid(line, second, 200);
    EXPECT_LE(found.lower, grid.upper + 1e-12);
    EXPECT_LE(found.upper, grid.upper + 1e-7);
    EXPECT_LE(grid.lower, found.upper + 1e-12);
    EXPECT_GT(found.solves, 0);
  }
}

TEST(WeightSearch, EndsAfterTheSolvesItMayMake) {
  Random random(4);
  const TransportOptions options;
  Matrix ends(8, 2);
  for (Index k = 0; k < 2; ++k) ends.col(k) = test::random_weights(random, 8);
  const WeightCurve line = weight_curve(test::normal_matrix(random, 2, 8), ends, ends.rowwise().mean(), 1);
  const Measure target = test::random_mean(random, 2, 7);
  WeightTransport transport(line.points, target.view(), options);
  EXPECT_LE(nearest_weights(line, transport, {}, 0, 3).solves, 3);
}

}  // namespace
}  // namespace wpga
