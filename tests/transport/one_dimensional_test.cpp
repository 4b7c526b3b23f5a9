#include "wpga/transport/one_dimensional.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"

namespace wpga {
namespace {

Measure on_line(const std::vector<double>& points, const std::vector<double>& weights) {
  return make_measure(MatrixView(points.data(), 1, static_cast<Index>(points.size())),
                      VectorView(weights.data(), static_cast<Index>(weights.size())));
}

// Unsorted, with ties and weights from 1e-6 to 1.
Measure random_measure(Index atoms, std::uint64_t seed) {
  Random random(seed, 17);
  Matrix points(1, atoms);
  Vector weights(atoms);
  for (Index k = 0; k < atoms; ++k) {
    points(0, k) = std::round(20 * random.normal()) / 10;
    weights[k] = std::pow(10, random.uniform(-6, 0));
  }
  return make_measure(points, weights);
}

Measure uniform_on(Matrix points) {
  const Index atoms = points.cols();
  return {std::move(points), Vector::Constant(atoms, 1.0 / static_cast<double>(atoms))};
}

void expect_proved(const LineCoupling& coupling, const Measure& source, const Measure& target) {
  const double scale = 1 + coupling.value.primal;
  EXPECT_NEAR(coupling.value.gap(), 0, 1e-12 * scale);
  EXPECT_NEAR(source.weights.dot(coupling.source_potentials) + target.weights.dot(coupling.target_potentials),
              coupling.value.dual, 1e-11 * scale);
  Vector rows = Vector::Zero(source.size()), columns = Vector::Zero(target.size());
  double cost = 0;
  for (const PlanEntry& entry : coupling.plan) {
    EXPECT_GT(entry.mass, 0);
    rows[entry.source] += entry.mass;
    columns[entry.target] += entry.mass;
    cost += entry.mass * std::pow(source.points(0, entry.source) - target.points(0, entry.target), 2);
  }
  EXPECT_LT((rows - source.weights).cwiseAbs().maxCoeff(), 4e-15);
  EXPECT_LT((columns - target.weights).cwiseAbs().maxCoeff(), 4e-15);
  EXPECT_NEAR(cost, coupling.value.primal, 1e-13 * scale);
  EXPECT_LE(coupling.plan.size(), static_cast<std::size_t>(source.size() + target.size() - 1));
  for (Index k = 0; k < source.size(); ++k)
    for (Index j = 0; j < target.size(); ++j)
      EXPECT_LE(coupling.source_potentials[k] + coupling.target_potentials[j],
                std::pow(source.points(0, k) - target.points(0, j), 2) + 1e-11 * scale);
}

TEST(OnTheLine, PlanAndPotentialsProveEachOther) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const Measure source = random_measure(1 + random.below(25), 2 * seed);
    const Measure target = random_measure(1 + random.below(25), 2 * seed + 1);
    const LineCoupling coupling = couple_on_line(source.view(), target.view());
    expect_proved(coupling, source, target);
    EXPECT_EQ(squared_distance_on_line(source.view(), target.view()), coupling.value.primal);
  }
}

// Rounding puts the dual value above the primal one as often as below: nothing is clamped that a
// contradiction could hide behind.
TEST(OnTheLine, DualValuesAreNotClamped) {
  int above = 0, below = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Measure source = random_measure(20, 2 * seed), target = random_measure(15, 2 * seed + 1);
    const double gap = couple_on_line(source.view(), target.view()).value.gap();
    above += gap < 0 ? 1 : 0;
    below += gap > 0 ? 1 : 0;
  }
  EXPECT_GT(above, 20);
  EXPECT_GT(below, 20);
}

TEST(OnTheLine, AgreesWithTryingEveryAssignment) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Measure source = uniform_on(random_measure(6, seed).points),
                  target = uniform_on(random_measure(6, seed + 99).points);
    std::vector<Index> order = {0, 1, 2, 3, 4, 5};
    double best = std::numeric_limits<double>::infinity();
    do {
      double cost = 0;
      for (Index k = 0; k < 6; ++k)
        cost += std::pow(source.points(0, k) - target.points(0, order[static_cast<std::size_t>(k)]), 2) / 6;
      best = std::min(best, cost);
    } while (std::next_permutation(order.begin(), order.end()));
    EXPECT_NEAR(couple_on_line(source.view(), target.view()).value.primal, best, 1e-13);
  }
}

// W2²(δ_x, μ) = variance + (x − mean)².
TEST(OnTheLine, DistanceToADiracIsVariancePlusSquaredShift) {
  const Measure measure = random_measure(40, 3), dirac = on_line({1.5}, {1});
  const double mean = mean_of(measure.view())[0];
  EXPECT_NEAR(squared_distance_on_line(dirac.view(), measure.view()),
              variance_of(measure.view()) + std::pow(1.5 - mean, 2), 1e-13);
  EXPECT_NEAR(couple_on_line(dirac.view(), measure.view()).map[0], mean, 1e-14);
}

// Midpoints of n equal cells of [0, 1] and of [0, s]: W2² = (s − 1)² · mean of squared midpoints.
TEST(OnTheLine, DistanceBetweenStretchedGridsIsKnown) {
  const Index n = 1000;
  const Matrix grid =
      Matrix::NullaryExpr(1, n, [&](Index, Index k) { return (static_cast<double>(k) + 0.5) / n; });
  const double moment = grid.squaredNorm() / n;
  for (const double stretch : {0.5, 3.0})
    EXPECT_NEAR(squared_distance_on_line(uniform_on(grid).view(), uniform_on(stretch * grid).view()),
                std::pow(stretch - 1, 2) * moment, 1e-13);
}

TEST(OnTheLine, TranslationAddsItsSquareAndScalingMultiplies) {
  const Measure source = random_measure(30, 5), target = random_measure(20, 6);
  const double cost = squared_distance_on_line(source.view(), target.view());
  const double shift_of_means = mean_of(target.view())[0] - mean_of(source.view())[0];
  for (const double shift : {0.25, 1e6}) {
    const Measure moved{target.points.array() + shift, target.weights};
    const double expected = cost + 2 * shift * shift_of_means + shift * shift;
    EXPECT_NEAR(squared_distance_on_line(source.view(), moved.view()), expected, 1e-12 * expected);
  }
  for (const double scale : {1e-9, -2.0, 1e9})
    EXPECT_NEAR(squared_distance_on_line(Measure{scale * source.points, source.weights}.view(),
                                         Measure{scale * target.points, target.weights}.view()),
                scale * scale * cost, 1e-13 * scale * scale * cost);
}

// With both clouds far from the origin, nothing of a small distance may be lost.
TEST(OnTheLine, KeepsItsDigitsFarFromTheOrigin) {
  const Measure source = on_line({1e9, 1e9 + 1}, {1, 1}), target = on_line({1e9 + 0.5, 1e9 + 1.5}, {1, 1});
  const LineCoupling coupling = couple_on_line(source.view(), target.view());
  EXPECT_EQ(coupling.value.primal, 0.25);
  EXPECT_EQ(coupling.value.dual, 0.25);
}

TEST(OnTheLine, IsAMetric) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Measure a = random_measure(7, seed), b = random_measure(11, seed + 1000),
                  c = random_measure(5, seed + 2000);
    const auto distance = [](const Measure& s, const Measure& t) {
      return std::sqrt(squared_distance_on_line(s.view(), t.view()));
    };
    EXPECT_EQ(distance(a, a), 0);
    EXPECT_NEAR(distance(a, b), distance(b, a), 1e-13);
    EXPECT_LE(distance(a, c), distance(a, b) + distance(b, c) + 1e-13);
  }
}

TEST(OnTheLine, MapIsMonotoneAndPushesTheMean) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Measure source = random_measure(40, seed), target = random_measure(33, seed + 500);
    const Vector map = couple_on_line(source.view(), target.view()).map;
    EXPECT_NEAR(source.weights.dot(map), mean_of(target.view())[0], 1e-13);
    for (Index k = 0; k < 40; ++k)
      for (Index l = 0; l < 40; ++l)
        EXPECT_TRUE(source.points(0, k) >= source.points(0, l) || map[k] <= map[l]);
  }
}

// Almost all of an atom goes to one place, the rest of which the next atom takes: no digit of the first image
// lies beyond that of the second.
TEST(OnTheLine, MapIsMonotoneToTheLastBit) {
  Random random(41);
  for (int trial = 0; trial < 2000; ++trial) {
    const double low = random.uniform(-1, 0), high = random.uniform(0.001, 1);
    const Measure source{Matrix{{0, 1}}, Vector{{0.5, 0.5}}};
    const Measure target{Matrix{{low, high}}, Vector{{1e-19, 1}}};
    const Vector map = couple_on_line(source.view(), target.view()).map;
    EXPECT_LE(map[0], map[1]);
    EXPECT_EQ(map[1], high);
  }
}

TEST(OnTheLine, ForgivesSumsThatDifferInTheLastBits) {
  for (const Index n : {3, 7, 9, 10, 49, 1000})
    for (const Index m : {1, 3, 6, 11, 77}) {
      const auto cells = [](Index count) {
        return uniform_on(Matrix::NullaryExpr(
            1, count, [&](Index, Index k) { return static_cast<double>(k) / static_cast<double>(count); }));
      };
      const Measure source = cells(n);
      Measure target = cells(m);
      target.weights *= 1 - 3e-16;
      expect_proved(couple_on_line(source.view(), target.view()), source, target);
      expect_proved(couple_on_line(target.view(), source.view()), target, source);
    }
}

TEST(OnTheLine, CarriesTinyWeights) {
  const Measure source{Matrix{{0, 1, 5}}, Vector{{1e-15, 1 - 2e-15, 1e-15}}},
      target{Matrix{{1, 7}}, Vector{{1 - 1e-15, 1e-15}}};
  const LineCoupling coupling = couple_on_line(source.view(), target.view());
  EXPECT_NEAR(coupling.value.primal, 1e-15 * (1 + 4), 1e-15);
  expect_proved(coupling, source, target);
}

TEST(OnTheLine, RefusesThePlane) {
  const Measure plane = make_measure(Matrix::Zero(2, 1), Vector::Ones(1));
  EXPECT_THROW(couple_on_line(plane.view(), plane.view()), InputError);
  EXPECT_THROW(quantile_function(plane.view()), InputError);
}

TEST(QuantileFunction, IsTheLeftContinuousInverseOfTheDistributionFunction) {
  const QuantileFunction function = quantile_function(on_line({3, 1, 2, 1}, {2, 1, 4, 1}).view());
  EXPECT_EQ(function.breakpoints, (Vector{{0.25, 0.75, 1}}));
  EXPECT_EQ(function.values, (Vector{{1, 2, 3}}));
  EXPECT_EQ(function.at(0), 1);
  EXPECT_EQ(function.at(0.25), 1);
  EXPECT_EQ(function.at(0.2500001), 2);
  EXPECT_EQ(function.at(0.75), 2);
  EXPECT_EQ(function.at(1), 3);
  EXPECT_THROW(function.at(1.5), InputError);
}

TEST(QuantileFunction, GoesToAMeasureAndBack) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Measure measure = random_measure(25, seed);
    const QuantileFunction function = quantile_function(measure.view());
    const Measure back = measure_of(function);
    EXPECT_NEAR(squared_distance_on_line(measure.view(), back.view()), 0, 1e-15);
    const QuantileFunction again = quantile_function(back.view());
    EXPECT_EQ(again.values, function.values);
    EXPECT_LT((again.breakpoints - function.breakpoints).norm(), 1e-15);
  }
}

TEST(QuantileFunction, MakesWassersteinAnL2Distance) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Measure a = random_measure(13, seed), b = random_measure(21, seed + 300);
    const QuantileFunction f = quantile_function(a.view()), g = quantile_function(b.view());
    EXPECT_NEAR(squared_distance(f, g), squared_distance_on_line(a.view(), b.view()), 1e-12);
  }
}

TEST(QuantileFunction, MonotoneMapIsTheMapOfThePlan) {
  const Measure source = on_line({0, 1, 2, 5}, {1, 2, 3, 4}), target = random_measure(15, 8);
  const Vector map = monotone_map(quantile_function(source.view()), quantile_function(target.view()));
  EXPECT_LT((map - couple_on_line(source.view(), target.view()).map).norm(), 1e-13);
}

TEST(LinearCombination, AddsUpAtEveryLevel) {
  Random random(2);
  std::vector<QuantileFunction> functions;
  for (std::uint64_t seed = 0; seed < 9; ++seed)
    functions.push_back(quantile_function(random_measure(10, seed).view()));
  const Vector coefficients = Vector::NullaryExpr(9, [&] { return random.normal(); });
  const QuantileFunction sum = linear_combination(functions, coefficients);
  for (int draw = 0; draw < 1000; ++draw) {
    const double level = random.uniform();
    double expected = 0;
    for (std::size_t i = 0; i < 9; ++i)
      expected += coefficients[static_cast<Index>(i)] * functions[i].at(level);
    EXPECT_NEAR(sum.at(level), expected, 1e-13);
  }
}

// ∫|f_λ − f_i|² summed: Σ λ_i W2²(mean, μ_i) is the smallest there is, and the parallelogram identity says
// how small.
TEST(LinearCombination, AverageIsTheBarycenter) {
  const std::vector<Measure> measures = {random_measure(12, 1), random_measure(7, 2), random_measure(30, 3)};
  const Vector coefficients{{0.2, 0.5, 0.3}};
  std::vector<QuantileFunction> functions;
  for (const Measure& measure : measures) functions.push_back(quantile_function(measure.view()));
  const Measure mean = measure_of(linear_combination(functions, coefficients));
  double spread = 0, pairs = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    spread += coefficients[static_cast<Index>(i)] * squared_distance_on_line(mean.view(), measures[i].view());
    for (std::size_t j = 0; j < i; ++j)
      pairs += coefficients[static_cast<Index>(i)] * coefficients[static_cast<Index>(j)] *
               squared_distance(functions[i], functions[j]);
  }
  EXPECT_NEAR(spread, pairs, 1e-13);
  EXPECT_TRUE(std::is_sorted(mean.points.data(), mean.points.data() + mean.size()));
}

TEST(LinearCombination, SeesOneLevelWhereRoundingMakesTwo) {
  const auto cells = [](Index count) {
    return quantile_function(uniform_on(Matrix::NullaryExpr(1, count, [](Index, Index k) {
                               return static_cast<double>(k);
                             })).view());
  };
  const std::vector<QuantileFunction> functions = {cells(9), cells(3), cells(27), cells(81)};
  EXPECT_EQ(linear_combination(functions, Vector::Constant(4, 0.25)).steps(), 81);
}

// −X has the law of the mirrored measure, though s ↦ −F⁻¹(s) falls.
TEST(LinearCombination, ThatFallsStillHasALaw) {
  const Measure measure = random_measure(10, 4);
  const std::vector<QuantileFunction> functions = {quantile_function(measure.view())};
  const Measure mirrored = measure_of(linear_combination(functions, -Vector::Ones(1)));
  EXPECT_NEAR(squared_distance_on_line(mirrored.view(), Measure{-measure.points, measure.weights}.view()), 0,
              1e-15);
}

}  // namespace
}  // namespace wpga
