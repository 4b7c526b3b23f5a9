#include "wpga/neighbours/histograms/admissible_weights.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

// Both ends have total one and weights of either sign.
WeightCurve leaving(Random& random, Index points, Index knots, double far) {
  Matrix weights(points, knots);
  for (Index k = 0; k < knots; ++k) {
    const Vector step = test::random_weights(random, points) - test::random_weights(random, points);
    weights.col(k) = test::random_weights(random, points) + far * step;
  }
  return weight_curve(test::normal_matrix(random, 2, points), weights, weights.rowwise().mean(), 1);
}

double farthest_apart(const WeightCurve& curve, const WeightCurve& line) {
  double worst = 0;
  for (int i = 0; i <= 1000; ++i) {
    const Vector exact = nearest_probabilities(weights_at(curve, i / 1000.0));
    worst = std::max(worst, (weights_at(line, i / 1000.0) - exact).lpNorm<1>());
  }
  return worst;
}

// (a, 1 − a) with a from 2 to −1: the nearest probabilities stand still, move between 1/3 and 2/3, stand
// still.
TEST(AdmissibleWeights, BendWhereAWeightVanishes) {
  const std::vector<double> found = bends(Vector{{2.0, -1.0}}, Vector{{-1.0, 2.0}});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NEAR(found[0], 1.0 / 3, 1e-6);
  EXPECT_NEAR(found[1], 2.0 / 3, 1e-6);
}

TEST(AdmissibleWeights, ProbabilitiesDoNotBend) {
  Random random(1);
  const Vector first = test::random_weights(random, 9), last = test::random_weights(random, 9);
  EXPECT_TRUE(bends(first, last).empty());
  // Zeros that stay zero are no bends either.
  Vector longer = Vector::Zero(12), other = Vector::Zero(12);
  longer.head(9) = first;
  other.head(9) = last;
  EXPECT_TRUE(bends(longer, other).empty());
}

TEST(AdmissibleWeights, AreTheNearestProbabilitiesAtAllTimes) {
  Random random(2);
  for (const Index points : {2, 3, 8, 60})
    for (const Index knots : {2, 4}) {
      const WeightCurve curve = leaving(random, points, knots, 4);
      EXPECT_LT(farthest_apart(curve, admissible(curve)), 1e-6) << points << " points";
    }
}

TEST(AdmissibleWeights, StayNearThemWithManyBends) {
  Random random(3);
  const WeightCurve curve = leaving(random, 2000, 3, 4);
  const WeightCurve line = admissible(curve);
  EXPECT_LE(line.knots.size(), 259);
  EXPECT_LT(farthest_apart(curve, line), 1e-3);
}

}  // namespace
}  // namespace wpga
