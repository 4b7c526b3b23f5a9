#include "wpga/analysis/curves/curve.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace wpga {
namespace {

constexpr double left_out = std::numeric_limits<double>::quiet_NaN();

Measure square() { return {Matrix{{-1, 1, -1, 1}, {-1, -1, 1, 1}}, Vector::Constant(4, 0.25)}; }

Curve slide() {
  const Matrix along = Matrix{{2, 2, 2, 2}, {0, 0, 0, 0}};
  return {along, 2 * along};
}

// Mass goes from the first point to the second; the center is half way.
Curve shift() {
  return weight_curve(Matrix{{0, 3, 5}}, Matrix{{1, 0}, {0, 1}, {0, 0}}, Vector{{0.5, 0.5, 0}}, 1);
}

TEST(Curve, IsOfOneKind) {
  EXPECT_TRUE(Curve().empty());
  EXPECT_FALSE(slide().changes_weights());
  EXPECT_TRUE(shift().changes_weights());
  EXPECT_FALSE(shift().empty());
  EXPECT_THROW(shift().atoms(), std::bad_variant_access);
  EXPECT_THROW(slide().weights(), std::bad_variant_access);
}

// A translation by 6 passes the mean after a third of the way; weights move a whole mass, length √2.
TEST(Curve, HasALengthAndATimeNearestTheMean) {
  const Measure mean = square();
  EXPECT_NEAR(length(mean, slide()), 6, 1e-14);
  EXPECT_NEAR(time_nearest_mean(mean, slide()), 1.0 / 3, 1e-14);
  EXPECT_NEAR(length(mean, shift()), std::sqrt(2.0), 1e-14);
  EXPECT_NEAR(time_nearest_mean(mean, shift()), 0.5, 1e-14);
  const Vector found = scores_at(mean, slide(), Vector{{0, 1.0 / 3, 1}});
  EXPECT_LT((found - Vector{{-2, 0, 4}}).norm(), 1e-14);
}

TEST(Curve, MovesAtomsOrWeights) {
  const Measure mean = square();
  const std::vector<Curve> atoms = {slide(), slide()}, weights = {shift(), shift()};
  const Measure there = measure_at(mean, atoms, std::vector{1.0, left_out});
  EXPECT_EQ(there.weights, mean.weights);
  EXPECT_LT((there.points.row(0).array() - mean.points.row(0).array() - 4).abs().maxCoeff(), 1e-14);
  // Both shifts at their end: −½ + 1 + 1 − … leaves the probabilities, which the measure does not.
  const Measure drawn = drawn_at(mean, weights, std::vector{1.0, 1.0});
  EXPECT_LT((drawn.weights - Vector{{-0.5, 1.5, 0}}).norm(), 1e-14);
  const Measure nearest = measure_at(mean, weights, std::vector{1.0, 1.0});
  ASSERT_EQ(nearest.size(), 1);
  EXPECT_EQ(nearest.points(0, 0), 3);
  EXPECT_EQ(nearest.weights[0], 1);
}

TEST(Curve, OfNoneIsTheMean) {
  const Measure mean = square();
  EXPECT_EQ(measure_at(mean, {}, {}).points, mean.points);
  EXPECT_EQ(drawn_at(mean, {}, {}).weights, mean.weights);
}

}  // namespace
}  // namespace wpga
