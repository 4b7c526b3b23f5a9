#include "wpga/neighbours/histograms/coarse_weights.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

Matrix grid(Index side) {
  Matrix points(2, side * side);
  for (Index k = 0; k < side * side; ++k)
    points.col(k) << static_cast<double>(k % side), static_cast<double>(k / side);
  return points;
}

TEST(CoarseCells, KeepMassAndMeans) {
  Random random(1);
  const Matrix points = grid(20);
  const auto cells = CoarseCells::of(points);
  ASSERT_TRUE(cells);
  Matrix weights(400, 2);
  weights << test::random_weights(random, 400), test::random_weights(random, 400);
  const WeightCurve coarse = cells->curve(weight_curve(points, weights, weights.col(0), 1));
  EXPECT_LE(coarse.size() * 6, 400);
  EXPECT_NEAR((coarse.weights.colwise().sum().array() - 1).abs().maxCoeff(), 0, 1e-12);
  EXPECT_NEAR((coarse.center - coarse.weights.col(0)).norm(), 0, 1e-12);
  const Measure fine{points.array() + 0.3, weights.col(1)};
  const Measure fewer = cells->measure(fine.view());
  EXPECT_LT(fewer.size(), 100);
  EXPECT_NEAR(fewer.weights.sum(), 1, 1e-12);
  EXPECT_NEAR((mean_of(fewer.view()) - mean_of(fine.view())).norm(), 0, 1e-10);
}

TEST(CoarseCells, AreNotMadeForFewPointsOrTheLine) {
  EXPECT_FALSE(CoarseCells::of(grid(5)));
  EXPECT_FALSE(CoarseCells::of(Matrix(Vector::LinSpaced(500, 0, 1).transpose())));
}

}  // namespace
}  // namespace wpga
