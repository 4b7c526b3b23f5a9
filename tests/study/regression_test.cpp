#include "wpga/study/statistics/regression.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "study/statistics_families.hpp"
#include "wpga/base/error.hpp"
#include "wpga/study/statistics/stability.hpp"

namespace wpga {
namespace {

struct Growing {
  Measure cloud = test::lattice(5);
  Matrix field;
  Vector age;
  MeasureFamily family;

  Growing(std::uint64_t seed, Index count, double noise, bool bent = false) {
    Random random(seed);
    field = test::orthonormal_fields(cloud, 1, random)[0];
    age = 20 + 60 * Vector::NullaryExpr(count, [&] { return random.uniform(); }).array();
    Matrix factors(1, count);
    for (Index i = 0; i < count; ++i) {
      const double x = (age[i] - 50) / 30;
      factors(0, i) = 0.2 * (bent ? (x > 0 ? std::pow(x, 0.25) : -std::pow(-x, 0.25)) : x);
    }
    factors.array() -= factors.mean();
    family = test::moved_lattice(cloud, {field}, factors, noise, random);
  }
  Measure mean() const {
    Matrix average = Matrix::Zero(2, 25);
    for (Index i = 0; i < family.count(); ++i)
      average += family[i].points / static_cast<double>(family.count());
    return {average, cloud.weights};
  }
};

RegressionFit fitted(const Growing& made, TimeRule rule = TimeRule::linear) {
  RegressionOptions options;
  options.time = rule;
  return geodesic_regression(made.family, made.mean(), made.age, {}, {}, options);
}

// Where plans never change it is linear regression of all coordinates.
TEST(Regression, IsLinearRegressionWherePlansNeverChange) {
  const Growing made(1, 20, 0.03);
  const RegressionFit found = fitted(made);
  const Measure mean = made.mean();
  const Vector x = made.age.array() - made.age.mean();
  Matrix slope = Matrix::Zero(2, 25);
  double total = 0;
  for (Index i = 0; i < 20; ++i) {
    slope += x[i] / x.squaredNorm() * (made.family[i].points - mean.points);
    total += squared_norm(mean.weights, made.family[i].points - mean.points);
  }
  const double expected = squared_norm(mean.weights, slope) * x.squaredNorm() / total;
  EXPECT_NEAR(found.regression.r_squared, expected, 1e-4);
  const double range = made.age.maxCoeff() - made.age.minCoeff();
  EXPECT_LT((found.analysis.components[0].curve.atoms().direction() - range * slope).cwiseAbs().maxCoeff(),
            0.01);
  EXPECT_LE(found.regression.r_squared_p, 0.001);
  EXPECT_NEAR(time_for(found.regression, made.age.mean()), (made.age.mean() - made.age.minCoeff()) / range,
              1e-12);
  EXPECT_LT(found.analysis.components[0].certificates.map_gap.forward, 1e-3);
  EXPECT_LT(found.analysis.components[0].certificates.time_gap, 1e-6);
}

TEST(Regression, KnowsNoUnitOfTheCovariate) {
  const Growing made(6, 10, 0.1);
  const RegressionFit plain = fitted(made);
  for (const int exponent : {1000, -1000}) {
    Growing other = made;
    other.age *= std::ldexp(1.0, exponent);
    const RegressionFit found = fitted(other);
    EXPECT_EQ(found.regression.r_squared, plain.regression.r_squared);
    EXPECT_EQ(found.regression.r_squared_p, plain.regression.r_squared_p);
  }
}

TEST(Regression, NeverRises) {
  Random random(2);
  const MeasureFamily family = test::random_family(random, 10, 2, 8);
  Mean mean = find_mean(family, {.free = {.support = 8}});
  RegressionOptions options;
  for (const TimeRule rule : {TimeRule::linear, TimeRule::monotone}) {
    options.time = rule;
    const RegressionFit found =
        geodesic_regression(family, mean.measure, test::normal_matrix(random, 10, 1), {}, {}, options);
    const std::vector<double>& objective = found.analysis.components[0].objective;
    for (std::size_t k = 1; k < objective.size(); ++k) EXPECT_LE(objective[k], objective[k - 1]);
  }
}

// A bent way through time: the monotone rule straightens it, and explains more than the linear one.
TEST(Regression, MonotoneTimesFollowABend) {
  const Growing made(3, 30, 0.01, true);
  const RegressionFit linear = fitted(made), monotone = fitted(made, TimeRule::monotone);
  EXPECT_GT(monotone.regression.r_squared, linear.regression.r_squared + 0.05);
  EXPECT_GT(monotone.regression.r_squared, 0.9);
  const Vector& times = monotone.regression.knot_times;
  for (Index k = 1; k < times.size(); ++k) EXPECT_GE(times[k], times[k - 1]);
}

// A bounded version of benchmarks/study/statistics_experiment.cpp.
TEST(Regression, TestHasItsLevel) {
  Random random(4);
  int alarms = 0;
  const int trials = 60;
  for (int trial = 0; trial < trials; ++trial) {
    Growing made(100 + static_cast<std::uint64_t>(trial), 8, 0.05);
    made.age = test::normal_matrix(random, 8, 1);  // forget the true ones
    RegressionOptions options;
    options.permutations = 99;
    options.iterations = 1;
    alarms +=
        geodesic_regression(made.family, made.mean(), made.age, {}, {}, options).regression.r_squared_p <=
                0.05
            ? 1
            : 0;
  }
  EXPECT_LE(alarms, 9);  // a binomial number beyond this has probability 0.002
}

TEST(Regression, RefusesWhatDoesNotVary) {
  Growing made(5, 6, 0.01);
  made.age.setConstant(3);
  EXPECT_THROW(fitted(made), InputError);
  const Growing two(5, 2, 0.01);
  EXPECT_THROW(fitted(two), InputError);
}

TEST(NearestMonotone, IsThatOfPoolAdjacentViolators) {
  const Vector x{{1, 2, 3, 4, 5}}, values{{1, 3, 2, 2, 5}};
  const Vector expected{{1, 7.0 / 3, 7.0 / 3, 7.0 / 3, 5}};
  EXPECT_LT((nearest_monotone(x, values, Vector::Ones(5)) - expected).cwiseAbs().maxCoeff(), 1e-12);
  const Vector tied{{1, 1, 2, 2, 2}}, found = nearest_monotone(tied, values, Vector::Ones(5));
  EXPECT_NEAR(found[0], 2, 1e-12);
  EXPECT_EQ(found[0], found[1]);
  EXPECT_NEAR(found[2], 3, 1e-12);
}

// Ties stand at their average before anything is pooled: of 5 | 3, 10 the 3 alone is no violator.
TEST(NearestMonotone, DoesNotPoolWithAPartOfATie) {
  const Vector found = nearest_monotone(Vector{{1, 2, 2}}, Vector{{5, 3, 10}}, Vector::Ones(3));
  EXPECT_LT((found - Vector{{5, 6.5, 6.5}}).cwiseAbs().maxCoeff(), 1e-12);
}

// The minimum of a convex problem, by its conditions: at every value of the covariate the residuals of all up
// to it add up to 0 or more, and to 0 where the numbers rise.
TEST(NearestMonotone, IsNearestWithTiesAndWeights) {
  Random random(6);
  for (int trial = 0; trial < 300; ++trial) {
    Vector x(9), weights(9);
    for (Index i = 0; i < 9; ++i) {
      x[i] = static_cast<double>(random.below(4));
      weights[i] = 0.1 + random.uniform();
    }
    const Vector values = test::normal_matrix(random, 9, 1), found = nearest_monotone(x, values, weights);
    for (double level = 0; level < 4; ++level) {
      double pull = 0, below = -1e9, above = 1e9;
      for (Index i = 0; i < 9; ++i) {
        if (x[i] <= level) pull += weights[i] * (values[i] - found[i]);
        if (x[i] <= level) below = std::max(below, found[i]);
        if (x[i] > level) above = std::min(above, found[i]);
      }
      EXPECT_LE(below, above);
      EXPECT_GE(pull, -1e-12);
      if (below < above) {
        EXPECT_NEAR(pull, 0, 1e-12);
      }
    }
  }
}

}  // namespace
}  // namespace wpga
