#include "wpga/analysis/curves/weight_curve.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

using test::normal_matrix;

// Weights of any sign, each column with total one.
Matrix signed_weights(Random& random, Index points, Index columns) {
  Matrix weights = normal_matrix(random, points, columns);
  weights.array().rowwise() += (1 - weights.colwise().sum().array()) / static_cast<double>(points);
  return weights;
}

WeightCurve random_weight_curve(Random& random, Index points, Index knots) {
  return weight_curve(normal_matrix(random, 2, points), signed_weights(random, points, knots),
                      Vector::Constant(points, 1 / static_cast<double>(points)), 0.5);
}

TEST(WeightCurve, PassesItsKnotsAtTimesInProportionToTheWay) {
  Random random(1);
  const WeightCurve curve = random_weight_curve(random, 9, 5);
  double way = 0;
  for (Index k = 0; k < 5; ++k) {
    if (k > 0) way += (curve.weights.col(k) - curve.weights.col(k - 1)).norm();
    EXPECT_NEAR(curve.knots[k], way / length(curve), 1e-14);
    EXPECT_NEAR((weights_at(curve, curve.knots[k]) - curve.weights.col(k)).norm(), 0, 1e-13);
  }
  EXPECT_NEAR(weights_at(curve, 0.37).sum(), 1, 1e-13);
}

TEST(WeightCurve, LeavesTheProbabilitiesFarthestAtAKnot) {
  Random random(2);
  const WeightCurve curve = random_weight_curve(random, 9, 4);
  EXPECT_GT(curve.negative_mass, 0);
  EXPECT_GT(curve.mass_above_one, 0);
  for (int step = 0; step <= 200; ++step) {
    const Vector weights = weights_at(curve, step / 200.0);
    EXPECT_LE(negative_mass(weights), curve.negative_mass + 1e-14);
    EXPECT_LE(mass_above(weights, curve.full), curve.mass_above_one + 1e-14);
    // The total is one: what is negative here is too much elsewhere.
    EXPECT_NEAR(mass_above(weights, 0), 1 + negative_mass(weights), 1e-12);
  }
}

// The projection on a convex set: the residual makes an obtuse angle with every way inside.
TEST(WeightCurve, NearestProbabilitiesSatisfyTheVariationalInequality) {
  Random random(3);
  for (int trial = 0; trial < 50; ++trial) {
    const Vector weights = signed_weights(random, 12, 1);
    const Vector nearest = nearest_probabilities(weights);
    EXPECT_NEAR(nearest.sum(), 1, 1e-13);
    EXPECT_GE(nearest.minCoeff(), 0);
    for (Index corner = 0; corner < 12; ++corner)
      EXPECT_LE((weights - nearest).dot(Vector::Unit(12, corner) - nearest), 1e-12);
  }
}

TEST(WeightCurve, NearestProbabilitiesLeaveProbabilitiesAlone) {
  Random random(4);
  const Vector weights = test::random_weights(random, 20);
  EXPECT_NEAR((nearest_probabilities(weights) - weights).norm(), 0, 1e-15);
  EXPECT_EQ(nearest_measure(normal_matrix(random, 2, 3), Vector{{2, -0.5, -0.5}}).size(), 1);
}

TEST(WeightCurve, NoTimeOfAFineGridIsNearerThanTheNearestTime) {
  Random random(5);
  const WeightCurve curve = random_weight_curve(random, 8, 4);
  for (int trial = 0; trial < 20; ++trial) {
    const Vector weights = signed_weights(random, 8, 1);
    const double best = (weights_at(curve, nearest_time(curve, weights)) - weights).norm();
    for (int step = 0; step <= 100; ++step)
      EXPECT_GE((weights_at(curve, step / 100.0) - weights).norm(), best - 1e-12);
  }
}

TEST(WeightCurve, SeveralCurvesAddUpAroundTheirCenter) {
  Random random(6);
  const std::vector<WeightCurve> curves = {random_weight_curve(random, 7, 2),
                                           random_weight_curve(random, 7, 3)};
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NEAR((weights_at(curves, std::array{0.3, none}) - weights_at(curves[0], 0.3)).norm(), 0, 1e-14);
  EXPECT_NEAR((weights_at(curves, std::array{none, none}) - curves[0].center).norm(), 0, 1e-15);
  const Vector both = weights_at(curves, std::array{0.3, 0.8});
  EXPECT_NEAR((both - weights_at(curves[0], 0.3) - weights_at(curves[1], 0.8) + curves[0].center).norm(), 0,
              1e-14);
}

TEST(WeightCurve, ThatStandsStillHasTwoKnots) {
  const Vector weights = Vector::Constant(4, 0.25);
  const WeightCurve curve = weight_curve(Matrix::Zero(1, 4), weights.replicate(1, 3), weights, 0.25);
  EXPECT_EQ(curve.knots, (Vector{{0, 1}}));
  EXPECT_EQ(weights_at(curve, 0.4), weights);
  EXPECT_EQ(length(curve), 0);
}

}  // namespace
}  // namespace wpga
