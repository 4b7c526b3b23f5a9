#include "wpga/analysis/fit/majoriser.hpp"

#include <gtest/gtest.h>

#include "analysis/exact_distances.hpp"
#include "analysis/random_families.hpp"
#include "wpga/transport/position_search.hpp"

namespace wpga {
namespace {

struct Example {
  MeasureFamily family;
  Measure mean;
  GeneralizedGeodesic curve;
  Vector times;
};

Example example(Index count, Index dimension, std::uint64_t seed) {
  Random random(seed);
  Example e{test::random_family(random, count, dimension, 10), test::random_mean(random, dimension, 7),
            test::random_curve(random, dimension, 7), Vector(count)};
  for (double& time : e.times) time = random.uniform();
  return e;
}

Fields random_ends(Random& random, Index dimension, double size) {
  const Matrix start = size * test::normal_matrix(random, dimension, 7);
  return {start, size * test::normal_matrix(random, dimension, 7)};
}

TEST(Majoriser, EndsAndCurvesAreTheSameThing) {
  const Example e = example(2, 2, 1);
  const GeneralizedGeodesic back = curve_between(ends_of(e.curve));
  EXPECT_EQ(back.backward, e.curve.backward);
  EXPECT_EQ(back.forward, e.curve.forward);
}

TEST(Majoriser, TouchesTheObjectiveAtTheCurve) {
  for (const Index dimension : {1, 2, 4}) {
    Example e = example(9, dimension, 2);
    FamilyCouplings couplings(e.family, {}, e.mean.weights);
    const MajoriserPass pass = majorise(couplings.centered(e.mean.points), e.curve, e.times, couplings, {});
    EXPECT_NEAR(pass.model.value(ends_of(e.curve)), pass.objective, 1e-11 * pass.objective);
    EXPECT_EQ(pass.not_converged, 0);
    double sum = 0;
    for (Index i = 0; i < 9; ++i) {
      sum += e.family.measure_weight(i) * pass.squared_distances[i];
      // The cost of a plan is no less than that of the best.
      EXPECT_GE(pass.squared_distances[i],
                test::exact_distance(e.mean, e.curve, e.times[i], e.family[i]) - 1e-10);
    }
    EXPECT_NEAR(sum, pass.objective, 1e-11 * sum);
  }
}

TEST(Majoriser, LiesAboveTheExactObjectiveForEveryOtherCurve) {
  Example e = example(6, 2, 3);
  FamilyCouplings couplings(e.family, {}, e.mean.weights);
  const MajoriserPass pass = majorise(couplings.centered(e.mean.points), e.curve, e.times, couplings, {});
  Random random(4);
  for (const double size : {0.0, 0.5, 1.0, 5.0})
    for (int trial = 0; trial < 5; ++trial) {
      const Fields ends = random_ends(random, 2, size);
      EXPECT_GE(pass.model.value(ends),
                test::exact_objective(e.mean, curve_between(ends), e.times, e.family) - 1e-9);
    }
}

// Where plans and times are best, both functions have one tangent.
TEST(Majoriser, HasTheGradientOfTheExactObjective) {
  Example e = example(6, 2, 5);
  FamilyCouplings couplings(e.family, {}, e.mean.weights);
  const CenteredPoints mean = couplings.centered(e.mean.points);
  MajoriserPass pass;
  for (int round = 0; round < 60; ++round) pass = majorise(mean, e.curve, e.times, couplings, {});
  Random random(6);
  const Fields at = ends_of(e.curve);
  for (int trial = 0; trial < 5; ++trial) {
    const Fields along = random_ends(random, 2, 1);
    const auto moved = [&](double step) { return Fields{at[0] + step * along[0], at[1] + step * along[1]}; };
    const auto exact = [&](double step) {
      return test::exact_objective(e.mean, curve_between(moved(step)), e.times, e.family);
    };
    const double slope = (exact(1e-6) - exact(-1e-6)) / 2e-6;
    EXPECT_NEAR((pass.model.value(moved(1e-6)) - pass.model.value(moved(-1e-6))) / 2e-6, slope,
                1e-5 * (1 + std::abs(slope)));
  }
}

TEST(Majoriser, PassIsNeverMoreThanTheLastPlansAndTimesGive) {
  for (std::uint64_t seed = 7; seed < 12; ++seed) {
    Example e = example(8, 2, seed);
    FamilyCouplings couplings(e.family, {}, e.mean.weights);
    const CenteredPoints mean = couplings.centered(e.mean.points);
    Random random(seed);
    MajoriserPass pass = majorise(mean, e.curve, e.times, couplings, {});
    for (int round = 0; round < 6; ++round) {
      const Fields ends = round % 2 == 0 ? pass.model.minimiser() : random_ends(random, 2, 1);
      const double promised = pass.model.value(ends);
      pass = majorise(mean, curve_between(ends), e.times, couplings, {});
      EXPECT_LE(pass.objective, promised + 1e-10 * std::abs(promised));
    }
  }
}

// With the plan of its old time fixed a measure is nearest at t = ⟨T − Y + V1, V1 + V2⟩ / ‖V1 + V2‖², cut to
// the curve.
TEST(Majoriser, TimesAreTheNearestForThePlansOfTheOldOnes) {
  Example e = example(12, 2, 12);
  const Matrix direction = e.curve.direction();
  Vector expected(12);
  for (Index i = 0; i < 12; ++i) {
    const Measure there{points_at(e.mean.points, e.curve, e.times[i]), e.mean.weights};
    const Matrix away = couple(there.view(), e.family[i], {}).map - e.mean.points + e.curve.backward;
    expected[i] = inner_product(e.mean.weights, away, direction) / squared_norm(e.mean.weights, direction);
  }
  EXPECT_TRUE(expected.minCoeff() < 0 || expected.maxCoeff() > 1);  // some must be cut
  FamilyCouplings couplings(e.family, {}, e.mean.weights);
  majorise(couplings.centered(e.mean.points), e.curve, e.times, couplings, {});
  EXPECT_LT((e.times - expected.cwiseMax(0).cwiseMin(1)).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(Majoriser, KeepsTheTimesOfACurveThatStandsStill) {
  Example e = example(5, 2, 13);
  const Vector before = e.times;
  const GeneralizedGeodesic still{Matrix::Zero(2, 7), Matrix::Zero(2, 7)};
  FamilyCouplings couplings(e.family, {}, e.mean.weights);
  const MajoriserPass pass = majorise(couplings.centered(e.mean.points), still, e.times, couplings, {});
  EXPECT_EQ(e.times, before);
  EXPECT_NEAR(pass.objective, test::exact_objective(e.mean, still, before, e.family), 1e-10);
}

TEST(Majoriser, OnAGridIsTheBestOfItsTimes) {
  Example e = example(6, 2, 14);
  FamilyCouplings couplings(e.family, {}, e.mean.weights);
  const auto search = coupled_search(couplings);
  const MajoriserPass pass =
      majorise_on_grid(couplings.centered(e.mean.points), e.curve, 5, e.times, couplings, *search, {});
  EXPECT_NEAR(pass.model.value(ends_of(e.curve)), pass.objective, 1e-11 * pass.objective);
  for (Index i = 0; i < 6; ++i) {
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k < 5; ++k)
      least = std::min(least, test::exact_distance(e.mean, e.curve, k / 4.0, e.family[i]));
    EXPECT_NEAR(pass.squared_distances[i], least, 1e-10);
    EXPECT_NEAR(test::exact_distance(e.mean, e.curve, e.times[i], e.family[i]), least, 1e-10);
  }
}

TEST(Majoriser, HasTheSameBitsForAnyNumberOfThreads) {
  const Example e = example(70, 2, 15);
  const auto with = [&](int threads) {
    FamilyCouplings couplings(e.family, {}, e.mean.weights);
    Vector times = e.times;
    return majorise(couplings.centered(e.mean.points), e.curve, times, couplings, {.threads = threads});
  };
  const MajoriserPass one = with(1), two = with(2);
  EXPECT_EQ(one.objective, two.objective);
  EXPECT_EQ(one.model.constant, two.model.constant);
  EXPECT_EQ(one.model.metric, two.model.metric);
  EXPECT_EQ(one.model.linear[0], two.model.linear[0]);
  EXPECT_EQ(one.model.linear[1], two.model.linear[1]);
  EXPECT_EQ(one.squared_distances, two.squared_distances);
}

}  // namespace
}  // namespace wpga
