#include "wpga/transport/simplex/transport_simplex.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "transport/lemon_transport.hpp"
#include "transport/random_measures.hpp"
#include "transport/solved_transport.hpp"
#include "wpga/base/error.hpp"

namespace wpga {
namespace {

TEST(TransportSimplex, AgreesWithLemonOnThousandsOfOddProblems) {
  Random random(1);
  for (int problem = 0; problem < 3000; ++problem) {
    const Index p = 1 + random.below(24), n = 1 + random.below(24), d = 1 + random.below(7);
    const auto kind = static_cast<Weights>(random.below(3));
    const bool on_grid = random.below(3) == 0;
    const Measure source =
        on_grid ? random_grid_cloud(random, p, d, 3, kind) : random_cloud(random, p, d, kind);
    const Measure target =
        on_grid ? random_grid_cloud(random, n, d, 3, kind) : random_cloud(random, n, d, kind);
    const Solved solved = solve(source, target);
    const double lemon = LemonTransport(source.view(), target.view()).solve();
    ASSERT_GE(lemon, 0);
    ASSERT_NEAR(solved.value.primal, lemon, 1e-9 * lemon + 1e-14) << p << " x " << n << ", d = " << d;
    expect_proof(source, target, solved);
    if (HasFatalFailure()) FAIL() << "problem " << problem << ": " << p << " x " << n << ", d = " << d;
  }
}

TEST(TransportSimplex, AgreesWithLemonOnLargerProblems) {
  Random random(2);
  for (const auto [p, n, d] :
       {std::array<Index, 3>{256, 128, 3}, {130, 300, 2}, {97, 101, 11}, {200, 200, 50}})
    for (const Weights kind : {Weights::uniform, Weights::random, Weights::wild}) {
      const Measure source = random_cloud(random, p, d, kind), target = random_cloud(random, n, d, kind);
      const Solved solved = solve(source, target);
      EXPECT_NEAR(solved.value.primal / LemonTransport(source.view(), target.view()).solve(), 1, 1e-9);
      expect_proof(source, target, solved);
    }
}

// On the line the monotone coupling of the quantiles is optimal.
double cost_on_the_line(const Measure& source, const Measure& target) {
  const auto sorted = [](const Measure& measure) {
    std::vector<std::pair<double, double>> atoms;
    for (Index k = 0; k < measure.size(); ++k)
      atoms.emplace_back(measure.points(0, k), measure.weights[k] / measure.weights.sum());
    std::ranges::sort(atoms);
    return atoms;
  };
  auto left = sorted(source), right = sorted(target);
  double sum = 0;
  for (std::size_t i = 0, j = 0; i < left.size() && j < right.size();) {
    const double mass = std::min(left[i].second, right[j].second), step = left[i].first - right[j].first;
    sum += mass * step * step;
    if ((left[i].second -= mass) <= 0) ++i;
    if ((right[j].second -= mass) <= 0) ++j;
  }
  return sum;
}

TEST(TransportSimplex, AgreesWithSortingOnTheLine) {
  Random random(3);
  for (int problem = 0; problem < 200; ++problem) {
    const Index p = 1 + random.below(80), n = 1 + random.below(80);
    const Measure source = random_cloud(random, p, 1), target = random_cloud(random, n, 1);
    EXPECT_NEAR(solve(source, target).value.primal, cost_on_the_line(source, target), 1e-12);
  }
}

TEST(TransportSimplex, AgreesWithEveryPermutationForAssignments) {
  Random random(4);
  for (int problem = 0; problem < 60; ++problem) {
    const Index n = 1 + problem % 7;
    const Measure source = random_cloud(random, n, 3, Weights::uniform),
                  target = random_cloud(random, n, 3, Weights::uniform);
    std::vector<Index> permutation(static_cast<std::size_t>(n));
    std::iota(permutation.begin(), permutation.end(), 0);
    double best = std::numeric_limits<double>::infinity();
    do {
      double sum = 0;
      for (Index k = 0; k < n; ++k) sum += cost(source, k, target, permutation[static_cast<std::size_t>(k)]);
      best = std::min(best, sum / static_cast<double>(n));
    } while (std::ranges::next_permutation(permutation).found);
    const Solved solved = solve(source, target);
    EXPECT_NEAR(solved.value.primal, best, 1e-13 * best);
    EXPECT_EQ(std::ssize(solved.coupling->plan()), n);  // a permutation, and not one crumb beside it
  }
}

TEST(TransportSimplex, StaysExactWhileTheSourceMoves) {
  Random random(5);
  for (const Weights kind : {Weights::uniform, Weights::random, Weights::wild}) {
    Measure source = random_cloud(random, 45, 3, kind);
    const Measure target = random_cloud(random, 31, 3, kind);
    Solved warm = solve(source, target);
    for (int move = 0; move < 100; ++move) {
      const double length = std::pow(10, random.uniform(-6, 0.5));
      for (Index i = 0; i < source.points.size(); ++i) source.points.data()[i] += length * random.normal();
      warm.value = warm.coupling->solve(source.points);
      EXPECT_NEAR(warm.value.primal, solve(source, target).value.primal, 1e-12 * spread(source, target));
      expect_proof(source, target, warm);
    }
  }
}

// Far from where the last tree was optimal, the solve begins afresh; near it, it goes on.
TEST(TransportSimplex, ForgetsATreeThatIsOfNoUse) {
  Random random(20);
  Measure source = random_cloud(random, 120, 3);
  const Measure target = random_cloud(random, 90, 3);
  Solved warm = solve(source, target);
  const int cold_pivots = warm.value.convergence.iterations;
  Measure near_by = source;
  near_by.points.array() += 1e-3 * source.points.array().square();
  EXPECT_LT(warm.coupling->solve(near_by.points).convergence.iterations, cold_pivots / 2);
  source = random_cloud(random, 120, 3);
  source.weights = near_by.weights;
  warm.value = warm.coupling->solve(source.points);
  EXPECT_EQ(warm.value.convergence.iterations, solve(source, target).value.convergence.iterations);
  expect_proof(source, target, warm);
}

TEST(TransportSimplex, GoesOnAfterARestAsIfItHadStayedAwake) {
  Random random(6);
  Measure source = random_cloud(random, 37, 2);
  const std::vector<Measure> targets = {random_cloud(random, 20, 2), random_cloud(random, 53, 2),
                                        random_cloud(random, 1, 2)};
  const auto engine = exact_transport();
  const auto shared = engine->coupling(source.weights);
  std::vector<RestingCoupling> resting(targets.size());
  std::vector<std::unique_ptr<Coupling>> awake;
  for (const Measure& target : targets) {
    awake.push_back(engine->coupling(source.weights));
    awake.back()->attach(target.view(), {});
  }
  for (int move = 0; move < 10; ++move) {
    for (std::size_t i = 0; i < targets.size(); ++i) {
      shared->attach(targets[i].view(), resting[i]);
      const TransportValue rested = shared->solve(source.points), stayed = awake[i]->solve(source.points);
      EXPECT_NEAR(rested.primal, stayed.primal, 1e-13);
      resting[i] = shared->rest();
      EXPECT_EQ(resting[i].state.size(), 2 * static_cast<std::size_t>(source.size() + targets[i].size()));
    }
    for (Index i = 0; i < source.points.size(); ++i) source.points.data()[i] += 0.1 * random.normal();
  }
}

TEST(TransportSimplex, WakesAtItsOptimumWithoutAPivot) {
  Random random(7);
  const Measure source = random_cloud(random, 60, 3), target = random_cloud(random, 50, 3);
  const Solved solved = solve(source, target);
  const auto other = exact_transport()->coupling(source.weights);
  other->attach(target.view(), solved.coupling->rest());
  const TransportValue again = other->solve(source.points);
  EXPECT_EQ(again.convergence.iterations, 0);
  EXPECT_NEAR(again.primal, solved.value.primal, 1e-14);
}

TEST(TransportSimplex, IsTheSameBothWays) {
  Random random(8);
  for (int problem = 0; problem < 20; ++problem) {
    const Measure source = random_cloud(random, 33, 4),
                  target = random_cloud(random, 57, 4, Weights::uniform);
    EXPECT_NEAR(solve(source, target).value.primal, solve(target, source).value.primal, 1e-13);
  }
}

// W2²(μ + s, ν) = W2²(μ, ν) + |s|² + 2 s·(mean of μ − mean of ν).
TEST(TransportSimplex, KnowsWhatATranslationDoes) {
  Random random(9);
  Measure source = random_cloud(random, 40, 3), target = random_cloud(random, 30, 3);
  const double before = solve(source, target).value.primal;
  const Vector shift{{3, -5, 7}};
  const double expected =
      before + shift.squaredNorm() + 2 * shift.dot(mean_of(source.view()) - mean_of(target.view()));
  source.points.colwise() += shift;
  EXPECT_NEAR(solve(source, target).value.primal, expected, 1e-12 * expected);
}

TEST(TransportSimplex, KeepsItsDigitsFarFromTheOrigin) {
  Random random(10);
  // Multiples of 2^-10, so that adding 1e9 rounds nothing.
  Measure source = random_cloud(random, 40, 3), target = random_cloud(random, 30, 3);
  for (Matrix* points : {&source.points, &target.points})
    for (Index i = 0; i < points->size(); ++i)
      points->data()[i] = std::round(points->data()[i] * 1024) / 1024;
  const double near_origin = solve(source, target).value.primal;
  source.points.array() += 1e9;
  target.points.array() += 1e9;
  const Solved far = solve(source, target);
  EXPECT_NEAR(far.value.primal, near_origin, 1e-13);
  EXPECT_LE(far.value.gap(), 1e-13);
}

TEST(TransportSimplex, ScalesWithTheSquareOfTheUnit) {
  Random random(11);
  const Measure source = random_cloud(random, 40, 3), target = random_cloud(random, 30, 3);
  const double one = solve(source, target).value.primal;
  for (const double unit : {1e-140, 1e-9, 1e9, 1e140}) {
    Measure scaled_source = source, scaled_target = target;
    scaled_source.points *= unit;
    scaled_target.points *= unit;
    const Solved scaled = solve(scaled_source, scaled_target);
    EXPECT_NEAR(scaled.value.primal / (one * unit * unit), 1, 1e-13) << unit;
    EXPECT_LE(scaled.value.gap(), 1e-13 * scaled.value.primal) << unit;
  }
}

TEST(TransportSimplex, IsZeroForIdenticalMeasures) {
  Random random(12);
  for (const Weights kind : {Weights::uniform, Weights::random, Weights::wild}) {
    const Measure measure = random_cloud(random, 64, 2, kind);
    const Solved solved = solve(measure, measure);
    EXPECT_EQ(solved.value.primal, 0);
    EXPECT_EQ(solved.value.dual, 0);
    Matrix map(2, 64);
    solved.coupling->barycentric_map(map);
    EXPECT_LE((map - measure.points).cwiseAbs().maxCoeff(), 1e-15);
  }
}

TEST(TransportSimplex, SurvivesOneAtomOnEitherSide) {
  Random random(13);
  const Measure cloud = random_cloud(random, 50, 3), atom = random_cloud(random, 1, 3);
  const double expected =
      variance_of(cloud.view()) + (mean_of(cloud.view()) - atom.points.col(0)).squaredNorm();
  EXPECT_NEAR(solve(cloud, atom).value.primal, expected, 1e-13 * expected);
  EXPECT_NEAR(solve(atom, cloud).value.primal, expected, 1e-13 * expected);
  EXPECT_NEAR(solve(atom, atom).value.primal, 0, 0);
  Matrix map(3, 1);
  solve(atom, cloud).coupling->barycentric_map(map);
  EXPECT_LE((map.col(0) - mean_of(cloud.view())).norm(), 1e-14);
}

TEST(TransportSimplex, SurvivesAllPointsInOnePlace) {
  const Measure source = make_measure(Matrix::Constant(2, 9, 4), Vector::Ones(9));
  const Measure target = make_measure(Matrix::Constant(2, 7, 1), Vector::LinSpaced(7, 1, 2));
  const Solved solved = solve(source, target);
  EXPECT_NEAR(solved.value.primal, 18, 1e-13);
  expect_proof(source, target, solved);
}

TEST(TransportSimplex, SurvivesMassiveDegeneracy) {
  Random random(14);
  for (const Index n : {2, 16, 50, 120}) {
    const Measure source = random_grid_cloud(random, n, 2, 4, Weights::uniform),
                  target = random_grid_cloud(random, n, 2, 4, Weights::uniform);
    const Solved solved = solve(source, target);
    EXPECT_NEAR(solved.value.primal, LemonTransport(source.view(), target.view()).solve(), 1e-12);
    expect_proof(source, target, solved);
  }
}

TEST(TransportSimplex, IgnoresSumsThatDifferInTheLastDigits) {
  Random random(15);
  Measure source = random_cloud(random, 30, 2), target = random_cloud(random, 40, 2);
  const double before = solve(source, target).value.primal;
  source.weights *= 1 + 1e-12;
  target.weights *= 1 - 1e-12;
  const Solved solved = solve(source, target);
  EXPECT_NEAR(solved.value.primal, before, 1e-12);
  expect_proof(source, target, solved);
}

TEST(TransportSimplex, KeepsAtomsOfNoWeightToSpeakOf) {
  Random random(16);
  Measure source = random_cloud(random, 12, 2), target = random_cloud(random, 9, 2);
  source.weights[3] = 1e-15;
  target.weights[4] = 1e-30;
  const Solved solved = solve(source, target);
  expect_proof(source, target, solved);
  Matrix map(2, 12);
  solved.coupling->barycentric_map(map);
  EXPECT_TRUE(map.allFinite());
  // Whatever its weight, an atom goes to a place inside the target.
  EXPECT_LE(map.cwiseAbs().maxCoeff(), target.points.cwiseAbs().maxCoeff());
}

// T = X P' D(1/b), formed from the plan.
TEST(TransportSimplex, MapsEachAtomToTheMeanOfWhereItGoes) {
  Random random(17);
  const Measure source = random_cloud(random, 25, 3), target = random_cloud(random, 40, 3);
  const Solved solved = solve(source, target);
  Matrix expected = Matrix::Zero(3, 25), map(3, 25);
  for (const PlanEntry& entry : solved.coupling->plan())
    expected.col(entry.source) += entry.mass / source.weights[entry.source] * target.points.col(entry.target);
  solved.coupling->barycentric_map(map);
  EXPECT_LE((map - expected).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(TransportSimplex, RefusesWhatDoesNotFit) {
  Random random(19);
  const Measure source = random_cloud(random, 6, 2), target = random_cloud(random, 5, 2);
  const auto engine = exact_transport();
  EXPECT_THROW(engine->coupling(Vector{{0.5, 0, 0.5}}), InputError);
  EXPECT_THROW(exact_transport({.pivots = -1}), InputError);
  const auto coupling = engine->coupling(source.weights);
  EXPECT_THROW(coupling->attach(target.view(), RestingCoupling{std::vector<std::byte>(7)}), InputError);
  EXPECT_THROW(coupling->attach(target.view(), RestingCoupling{std::vector<std::byte>(22)}), InputError);
  coupling->attach(target.view(), {});
  EXPECT_THROW(coupling->solve(Matrix::Zero(3, 6)), InputError);
  EXPECT_THROW(coupling->solve(Matrix::Zero(2, 5)), InputError);
  EXPECT_THROW(coupling->solve(Matrix::Constant(2, 6, std::nan(""))), InputError);
  EXPECT_THROW(coupling->solve(Matrix::Constant(2, 6, 1e200)), InputError);
}

}  // namespace
}  // namespace wpga
