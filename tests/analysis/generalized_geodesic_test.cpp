#include "wpga/analysis/curves/generalized_geodesic.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "wpga/base/random.hpp"

namespace wpga {
namespace {

struct Example {
  Vector weights;
  Matrix mean;
  GeneralizedGeodesic curve;
};

Matrix normal_matrix(Random& random, Index rows, Index columns) {
  Matrix matrix(rows, columns);
  for (double& entry : matrix.reshaped()) entry = random.normal();
  return matrix;
}

Example example(Index dimension, Index atoms, std::uint64_t seed) {
  Random random(seed);
  Vector weights(atoms);
  for (double& weight : weights) weight = random.uniform(0.1, 1);
  weights /= weights.sum();
  return {weights,
          normal_matrix(random, dimension, atoms),
          {normal_matrix(random, dimension, atoms), normal_matrix(random, dimension, atoms)}};
}

TEST(GeneralizedGeodesic, StandsAtItsEndsAtTimesZeroAndOne) {
  const Example e = example(3, 7, 1);
  EXPECT_TRUE(points_at(e.mean, e.curve, 0).isApprox(e.mean - e.curve.backward));
  EXPECT_TRUE(points_at(e.mean, e.curve, 1).isApprox(e.mean + e.curve.forward));
}

// ‖Σ c_a U_a‖² = c' G c.
TEST(GeneralizedGeodesic, GramMatrixGivesTheNormOfEverySum) {
  const Example e = example(3, 7, 1), other = example(3, 7, 2);
  const std::vector<Matrix> fields = {e.curve.backward, e.curve.forward, other.curve.forward};
  const Matrix gram = gram_matrix(e.weights, fields);
  EXPECT_EQ(gram, gram.transpose());
  Random random(3);
  for (int trial = 0; trial < 5; ++trial) {
    const Vector factors = normal_matrix(random, 3, 1);
    const Matrix sum = factors[0] * fields[0] + factors[1] * fields[1] + factors[2] * fields[2];
    EXPECT_NEAR(squared_norm(e.weights, sum), factors.dot(gram * factors), 1e-12);
  }
  EXPECT_EQ(gram_matrix(e.weights, {}).size(), 0);
}

TEST(GeneralizedGeodesic, ReversedRunsThroughTheSamePoints) {
  const Example e = example(2, 5, 2);
  for (const double t : {0.0, 0.3, 1.0})
    EXPECT_TRUE(points_at(e.mean, reversed(e.curve), 1 - t).isApprox(points_at(e.mean, e.curve, t)));
}

TEST(GeneralizedGeodesic, TrimmedIsThePartBetweenTwoTimes) {
  const Example e = example(2, 5, 3);
  const GeneralizedGeodesic part = trimmed(e.curve, 0.2, 0.7);
  for (const double t : {0.2, 0.4, 0.7})
    EXPECT_TRUE(points_at(e.mean, part, (t - 0.2) / 0.5).isApprox(points_at(e.mean, e.curve, t)));
  EXPECT_NEAR(length(e.weights, part), 0.5 * length(e.weights, e.curve), 1e-12);
}

TEST(GeneralizedGeodesic, IsNearestToTheMeanWhereNoOtherTimeIsNearer) {
  for (std::uint64_t seed = 4; seed < 24; ++seed) {
    const Example e = example(2, 4, seed);
    const auto away = [&](double t) { return squared_norm(e.weights, displacement(e.curve, t)); };
    const double best = away(time_nearest_mean(e.weights, e.curve));
    for (int k = 0; k <= 100; ++k) EXPECT_LE(best, away(k / 100.0) + 1e-12);
  }
}

TEST(GeneralizedGeodesic, ScoresAreLengthsFromTheTimeNearestTheMean) {
  Example e = example(2, 4, 30);
  e.curve.forward = 3 * e.curve.backward;  // passes through the mean at t = 1/4
  const Vector times{{0, 0.25, 1}};
  const Vector found = scores(e.weights, e.curve, times);
  EXPECT_NEAR(found[0], -std::sqrt(squared_norm(e.weights, e.curve.backward)), 1e-12);
  EXPECT_NEAR(found[1], 0, 1e-12);
  EXPECT_NEAR(found[2], std::sqrt(squared_norm(e.weights, e.curve.forward)), 1e-12);
}

TEST(GeneralizedGeodesic, ComponentsAddUpAndOneWithoutATimeIsLeftOut) {
  const Example first = example(2, 5, 40), second = example(2, 5, 41);
  const std::vector<GeneralizedGeodesic> curves = {first.curve, second.curve};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(
      points_at(first.mean, curves, std::vector{0.3, nan}).isApprox(points_at(first.mean, first.curve, 0.3)));
  EXPECT_TRUE(points_at(first.mean, curves, std::vector{0.3, 0.9})
                  .isApprox(points_at(first.mean, first.curve, 0.3) + displacement(second.curve, 0.9)));
}

TEST(GeneralizedGeodesic, StandingStillIsNoTrouble) {
  const Example e = example(2, 4, 50);
  const GeneralizedGeodesic still{Matrix::Zero(2, 4), Matrix::Zero(2, 4)};
  EXPECT_EQ(time_nearest_mean(e.weights, still), 0.5);
  EXPECT_EQ(scores(e.weights, still, Vector{{0, 1}}), (Vector{{0, 0}}));
}

}  // namespace
}  // namespace wpga
