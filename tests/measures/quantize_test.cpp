#include "wpga/measures/quantize.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "wpga/base/error.hpp"
#include "wpga/parallel/parallel_for.hpp"

namespace wpga {
namespace {

Matrix random_points(Index dimension, Index count, std::uint64_t seed) {
  Random random(seed);
  return Matrix::NullaryExpr(dimension, count, [&] { return random.normal(); });
}

Vector random_weights(Index count, std::uint64_t seed) {
  Random random(seed);
  return Vector::NullaryExpr(count, [&] { return random.uniform(0.1, 2); });
}

// W2² on the line: both measures cut at every level where either has an atom's end.
double squared_distance_on_the_line(const Measure& a, const Measure& b) {
  const auto sorted = [](const Measure& measure) {
    std::vector<std::pair<double, double>> atoms;
    for (Index k = 0; k < measure.size(); ++k) atoms.emplace_back(measure.points(0, k), measure.weights[k]);
    std::sort(atoms.begin(), atoms.end());
    return atoms;
  };
  auto left = sorted(a), right = sorted(b);
  double sum = 0;
  for (std::size_t i = 0, j = 0; i < left.size() && j < right.size();) {
    const double mass = std::min(left[i].second, right[j].second);
    sum += mass * (left[i].first - right[j].first) * (left[i].first - right[j].first);
    left[i].second -= mass, right[j].second -= mass;
    if (left[i].second <= right[j].second)
      ++i;
    else
      ++j;
  }
  return sum;
}

TEST(Quantize, InertiaBoundsTheTransportCostAndEqualsItAtAFixedPoint) {
  const Matrix points = random_points(1, 700, 1);
  const Vector weights = random_weights(700, 2);
  const Measure measure = make_measure(points, weights);
  for (const int iterations : {1, 3, 1000}) {
    const Quantization result =
        quantize(points, weights, Random(5), {.colors = 20, .iterations = iterations, .tolerance = 0});
    const double cost = squared_distance_on_the_line(measure, result.measure);
    EXPECT_LE(cost, result.inertia * (1 + 1e-12));
    if (iterations == 1000) {
      ASSERT_TRUE(result.convergence.converged());
      EXPECT_NEAR(cost, result.inertia, 1e-12);
    }
  }
}

TEST(Quantize, InertiaIsTheCostOfTheAssignment) {
  for (const Index dimension : {1, 3, 50})
    for (const int sample : {0, 200}) {
      const Matrix points = random_points(dimension, 900, 3);
      const Vector weights = random_weights(900, 4);
      const Quantization result = quantize(points, weights, Random(1), {.colors = 30, .sample = sample});
      Matrix sums = Matrix::Zero(dimension, 30);
      Vector masses = Vector::Zero(30);
      double cost = 0;
      for (Index j = 0; j < 900; ++j) {
        const auto atom = static_cast<Index>(result.assignment[static_cast<std::size_t>(j)]);
        const double weight = weights[j] / weights.sum();
        cost += weight * (points.col(j) - result.measure.points.col(atom)).squaredNorm();
        sums.col(atom) += weight * points.col(j);
        masses[atom] += weight;
      }
      ASSERT_EQ(result.measure.size(), 30);
      EXPECT_NEAR(cost, result.inertia, 1e-12 * cost);
      EXPECT_LT((masses - result.measure.weights).norm(), 1e-14);
      EXPECT_LT((sums - result.measure.points * masses.asDiagonal()).norm(), 1e-13);
    }
}

TEST(Quantize, PreservesMassAndMean) {
  const Matrix points = random_points(3, 5000, 5);
  const Vector weights = random_weights(5000, 6);
  const Quantization result = quantize(points, weights, Random(2), {});
  EXPECT_EQ(result.measure.size(), 128);
  EXPECT_NEAR(result.measure.weights.sum(), 1, 1e-14);
  EXPECT_LT((mean_of(result.measure.view()) - points * weights / weights.sum()).norm(), 1e-14);
}

TEST(Quantize, FindsClustersThatAreFarApart) {
  Random random(7);
  const Index clusters = 25, each = 40;
  Matrix points(2, clusters * each);
  for (Index j = 0; j < points.cols(); ++j) {
    const Index c = j % clusters;
    points.col(j) << static_cast<double>(c % 5) + 0.01 * random.normal(),
        static_cast<double>(c / 5) + 0.01 * random.normal();
  }
  const Quantization result =
      quantize(points, Vector::Ones(points.cols()), Random(3), {.colors = 25, .restarts = 3});
  EXPECT_LT(result.inertia, 3e-4);
  EXPECT_NEAR(result.measure.weights.maxCoeff(), 1.0 / 25, 1e-15);
  EXPECT_NEAR(result.measure.weights.minCoeff(), 1.0 / 25, 1e-15);
}

TEST(Quantize, TreatsWeightTwoAsTwoAtoms) {
  const Matrix points = random_points(3, 500, 8);
  Vector weights = Vector::Ones(500);
  weights.head(100).setConstant(2);
  Matrix repeated(3, 600);
  repeated << points, points.leftCols(100);
  const Quantization weighted = quantize(points, weights, Random(4), {.colors = 16});
  const Quantization twice = quantize(repeated, Vector::Ones(600), Random(4), {.colors = 16});
  EXPECT_LT((weighted.measure.points - twice.measure.points).norm(), 1e-12);
  EXPECT_NEAR(weighted.inertia, twice.inertia, 1e-13);
  EXPECT_TRUE(std::equal(weighted.assignment.begin(), weighted.assignment.end(), twice.assignment.begin()));
}

TEST(Quantize, FollowsTranslationsAndScalings) {
  const Matrix points = random_points(3, 800, 9);
  const Vector weights = random_weights(800, 10);
  const Quantization plain = quantize(points, weights, Random(5), {.colors = 32});
  for (const double scale : {1e-9, 3.0, 1e9})
    for (const double offset : {0.0, 1000.0}) {
      const Matrix moved = scale * (points.array() + offset);
      const Quantization result = quantize(moved, 7 * weights, Random(5), {.colors = 32});
      EXPECT_NEAR(result.inertia, scale * scale * plain.inertia, 1e-9 * scale * scale);
      const Matrix shift = result.measure.points / scale - plain.measure.points;
      EXPECT_LT((shift.array() - offset).abs().maxCoeff(), 1e-9);
      EXPECT_EQ(result.assignment, plain.assignment);
    }
}

TEST(Quantize, KeepsEveryDistinctPointWhenTheyAreFew) {
  const Matrix points{{0.1, 0.2, 0.1, 0.3}};
  const Quantization result = quantize(points, Vector{{1, 1, 1, 1}}, Random(1), {.colors = 3});
  EXPECT_EQ(result.measure.points, (Matrix{{0.1, 0.2, 0.3}}));
  EXPECT_EQ(result.measure.weights, (Vector{{0.5, 0.25, 0.25}}));
  EXPECT_EQ(result.assignment, (std::vector<std::int32_t>{0, 1, 0, 2}));
  EXPECT_EQ(result.inertia, 0);
  EXPECT_TRUE(result.convergence.converged());
}

TEST(Quantize, SendsPointsWithoutWeightToTheNearestAtom) {
  const Quantization result = quantize(Matrix{{0, 9, 10, 1}}, Vector{{1, 0, 1, 0}}, Random(1), {.colors = 2});
  EXPECT_EQ(result.measure.points, (Matrix{{0, 10}}));
  EXPECT_EQ(result.assignment, (std::vector<std::int32_t>{0, 1, 1, 0}));
}

TEST(Quantize, ToOneAtomGivesTheMeanAndTheVariance) {
  const Measure measure = make_measure(random_points(4, 60, 11), random_weights(60, 12));
  const Quantization result = quantize(measure.points, measure.weights, Random(1), {.colors = 1});
  EXPECT_LT((result.measure.points.col(0) - mean_of(measure.view())).norm(), 1e-14);
  EXPECT_NEAR(result.inertia, variance_of(measure.view()), 1e-13);
}

TEST(Quantize, DependsOnTheSeedOnly) {
  const Matrix points = random_points(3, 3000, 13);
  const Vector weights = Vector::Ones(3000);
  std::vector<Quantization> results(6);
  parallel_for({.threads = 3}, 6, [&](std::int64_t i) {
    results[static_cast<std::size_t>(i)] = quantize(points, weights, Random(i == 5 ? 2 : 1), {.colors = 64});
  });
  for (std::size_t i = 1; i < 5; ++i) {
    EXPECT_EQ(results[i].measure.points, results[0].measure.points);
    EXPECT_EQ(results[i].assignment, results[0].assignment);
  }
  EXPECT_NE(results[5].measure.points, results[0].measure.points);
}

TEST(Quantize, KeepsTheBestOfSeveralStarts) {
  const Matrix points = random_points(2, 1500, 14);
  const Vector weights = Vector::Ones(1500);
  const double one = quantize(points, weights, Random(1), {.colors = 40}).inertia;
  const double five = quantize(points, weights, Random(1), {.colors = 40, .restarts = 5}).inertia;
  EXPECT_LT(five, one);
}

TEST(Quantize, OfASampleIsNearlyAsGoodAsOfAll) {
  const Matrix points = random_points(2, 20000, 15);
  const Vector weights = random_weights(20000, 16);
  const double all = quantize(points, weights, Random(1), {.colors = 32}).inertia;
  const double part = quantize(points, weights, Random(1), {.colors = 32, .sample = 4000}).inertia;
  EXPECT_NE(part, all);
  EXPECT_NEAR(part, all, 0.05 * all);
}

// Points that differ but vanish against their mean leave fewer places than colours.
TEST(Quantize, SurvivesPointsThatRoundingCannotTellApart) {
  const Matrix points{{0, 1e-300, 2e-300, 3e-300, 1}};
  const Quantization result = quantize(points, Vector{{1, 1, 1, 1, 4}}, Random(1), {.colors = 4});
  EXPECT_NEAR(result.measure.weights.sum(), 1, 1e-15);
  EXPECT_LT(result.inertia, 1e-30);
}

TEST(Quantize, RefusesWhatIsNoMeasure) {
  EXPECT_THROW(quantize(Matrix{{0, std::numeric_limits<double>::quiet_NaN()}}, Vector{{1, 1}}, Random(1), {}),
               InputError);
  EXPECT_THROW(quantize(Matrix{{0, 1}}, Vector{{0, 0}}, Random(1), {}), InputError);
  EXPECT_THROW(quantize(Matrix{{0, 1}}, Vector{{1, 1}}, Random(1), {.colors = 0}), InputError);
}

}  // namespace
}  // namespace wpga
