#include "wpga/transport/entropic/sinkhorn.hpp"

#include <gtest/gtest.h>

#include <array>

#include "transport/clouds.hpp"
#include "wpga/base/error.hpp"
#include "wpga/transport/simplex/transport_simplex.hpp"

namespace wpga {
namespace {

using test::random_cloud;

std::unique_ptr<Coupling> coupling_between(const Measure& source, const Measure& target,
                                           const SinkhornOptions& options) {
  auto coupling = sinkhorn_transport(options)->coupling(source.weights);
  coupling->attach(target.view(), {});
  return coupling;
}

TransportValue value_between(const Measure& source, const Measure& target, const SinkhornOptions& options) {
  return coupling_between(source, target, options)->solve(source.points);
}

Matrix dense(const std::vector<PlanEntry>& entries, Index rows, Index columns) {
  Matrix plan = Matrix::Zero(rows, columns);
  for (const PlanEntry& entry : entries) plan(entry.source, entry.target) += entry.mass;
  return plan;
}

Measure equal_atoms(Index dimension, Index size, std::uint64_t seed) {
  Measure measure = random_cloud(dimension, size, seed);
  measure.weights.setConstant(1.0 / static_cast<double>(size));
  return measure;
}

TEST(Sinkhorn, AgreesWithTheTextbookIterationAtEqualRegularization) {
  const Measure source = random_cloud(3, 37, 1), target = random_cloud(3, 29, 2, 1.4, 0.3);
  const double scale = test::mean_cost(source, target);
  for (const double regularization : {1.0, 0.1, 0.02}) {
    const auto plain = test::plain_sinkhorn(test::costs_between(source, target), source.weights,
                                            target.weights, regularization * scale, 1e-11);
    for (const double tolerance : {1e-6, 1e-10}) {
      const auto coupling = coupling_between(
          source, target,
          {.regularization = regularization, .marginal_tolerance = tolerance, .iterations = 100000});
      const TransportValue value = coupling->solve(source.points);
      ASSERT_TRUE(value.convergence.converged());
      // The value is stationary in the potentials, the plan is not.
      EXPECT_NEAR(value.primal + value.bias, plain.value, 1e-5 * tolerance / 1e-6 * scale + 1e-12);
      EXPECT_LT((dense(coupling->plan(), 37, 29) - plain.plan).lpNorm<1>(),
                1000 * tolerance + 1e-5 * (tolerance > 1e-8));
      Matrix map(3, 37);
      coupling->barycentric_map(map);
      const Matrix conditional =
          target.points * plain.plan.transpose() * source.weights.cwiseInverse().asDiagonal();
      EXPECT_LT((map - conditional).cwiseAbs().maxCoeff(), 2000 * tolerance);
    }
  }
}

TEST(Sinkhorn, ApproachesTheExactCostAsRegularizationVanishes) {
  const Measure source = random_cloud(1, 60, 3), target = random_cloud(1, 45, 4, 2, 1);
  const double exact = test::squared_distance_on_the_line(source, target);
  double last_gap = INFINITY;
  for (const double regularization : {0.3, 0.03, 0.003, 0.0003}) {
    const TransportValue value =
        value_between(source, target, {.regularization = regularization, .marginal_tolerance = 1e-6});
    EXPECT_LE(value.dual, exact * (1 + 1e-12));
    EXPECT_GE(value.primal, exact * (1 - 1e-12));
    EXPECT_LT(value.gap(), last_gap);
    last_gap = value.gap();
  }
  EXPECT_LT(last_gap, 1e-3 * exact);
}

TEST(Sinkhorn, BracketsTheExactCostEvenWhenStoppedEarly) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Measure source = equal_atoms(2, 7, 2 * seed), target = equal_atoms(2, 7, 2 * seed + 1);
    const double exact = test::squared_distance_of_equal_atoms(source, target);
    for (const int iterations : {1, 2, 3, 10, 1000})
      for (const double regularization : {10.0, 0.1, 1e-2, 1e-4})
        for (const double tolerance : {1e-4, 1e-9}) {
          const TransportValue value = value_between(
              source, target,
              {.regularization = regularization, .marginal_tolerance = tolerance, .iterations = iterations});
          EXPECT_LE(value.dual, exact + 1e-12);
          EXPECT_GE(value.primal, exact - 1e-12);
          EXPECT_LE(value.convergence.iterations, iterations);
        }
  }
}

// Two groups that exchange little mass: each step is short, and extrapolated ones overshoot.  Steps are taken
// back where the dual value falls, so whenever the iteration is stopped, more of it is never worse.
TEST(Sinkhorn, IsNeverWorseForMoreIterations) {
  Measure source = random_cloud(2, 8, 41), target = random_cloud(2, 8, 42);
  source.points.row(0).head(4).array() += 12;
  target.points.row(0).head(4).array() += 12;
  double last = -INFINITY;
  for (int iterations = 30; iterations < 300; ++iterations) {
    const TransportValue value = value_between(
        source, target, {.regularization = 0.005, .marginal_tolerance = 1e-12, .iterations = iterations});
    EXPECT_GE(value.primal + value.bias, last - 1e-9) << iterations;
    last = std::max(last, value.primal + value.bias);
    if (value.convergence.converged()) break;
  }
}

TEST(Sinkhorn, PlanHasExactMarginalsAndTheCostOfThePrimal) {
  const Measure source = random_cloud(2, 50, 5), target = random_cloud(2, 33, 6, 1, 2);
  for (const int iterations : {1, 3, 1000}) {
    const auto coupling =
        coupling_between(source, target, {.regularization = 0.02, .iterations = iterations});
    const TransportValue value = coupling->solve(source.points);
    const Matrix plan = dense(coupling->plan(), 50, 33);
    EXPECT_GE(plan.minCoeff(), 0);
    EXPECT_LT((plan.rowwise().sum() - source.weights).lpNorm<1>(), 1e-13);
    EXPECT_LT((plan.colwise().sum().transpose() - target.weights).lpNorm<1>(), 1e-13);
    EXPECT_NEAR(plan.cwiseProduct(test::costs_between(source, target)).sum(), value.primal, 1e-12);
  }
}

TEST(Sinkhorn, PotentialsAreFeasibleAndGiveTheDual) {
  const Measure source = random_cloud(3, 40, 7), target = random_cloud(3, 31, 8, 1, 5);
  for (const int iterations : {1, 1000}) {
    const auto coupling =
        coupling_between(source, target, {.regularization = 0.01, .iterations = iterations});
    const TransportValue value = coupling->solve(source.points);
    const Vector f = coupling->source_potentials(), g = coupling->target_potentials();
    const Matrix slack =
        ((test::costs_between(source, target).colwise() - f).rowwise() - g.transpose()).eval();
    EXPECT_GT(slack.minCoeff(), -1e-11);
    EXPECT_NEAR(source.weights.dot(f) + target.weights.dot(g), value.dual, 1e-11);
  }
}

TEST(Sinkhorn, StopsAtThePromisedMarginalError) {
  const Measure source = random_cloud(2, 80, 9), target = random_cloud(2, 64, 10);
  for (const double tolerance : {1e-2, 1e-4, 1e-6, 1e-8, 1e-11}) {
    const TransportValue value =
        value_between(source, target, {.regularization = 0.02, .marginal_tolerance = tolerance});
    EXPECT_TRUE(value.convergence.converged());
    EXPECT_LE(value.convergence.residual, tolerance);
  }
}

TEST(Sinkhorn, BracketsTheExactCostForAnyRegularizationWeightAndPlace) {
  for (const double shift : {0.0, 1e9})
    for (const double spread : {1.0, 1e-9, 1e6})
      for (const double tiny : {1.0, 1e-15, 1e-200})
        for (const double regularization : {10.0, 1.0, 0.1, 1e-2, 1e-3, 1e-4}) {
          Measure source = random_cloud(2, 21, 11, spread, shift),
                  target = random_cloud(2, 18, 12, 3 * spread, shift);
          source.weights[3] *= tiny;
          target.weights[5] *= tiny;
          target.points.col(5).array() += 100 * spread;
          source.weights /= source.weights.sum();
          target.weights /= target.weights.sum();
          const auto coupling =
              coupling_between(source, target, {.regularization = regularization, .iterations = 200});
          const TransportValue value = coupling->solve(source.points);
          Matrix map(2, 21);
          coupling->barycentric_map(map);
          EXPECT_TRUE(std::isfinite(value.primal) && std::isfinite(value.dual) && std::isfinite(value.bias));
          EXPECT_TRUE(map.allFinite());
          EXPECT_TRUE(coupling->source_potentials().allFinite() && coupling->target_potentials().allFinite());
          const auto exact_coupling = exact_transport()->coupling(source.weights);
          exact_coupling->attach(target.view(), {});
          const double exact = exact_coupling->solve(source.points).primal;
          // Differences of points that lie at 1e9 are known to 2e-7.
          const double grain = shift > 0 ? 2e-7 : 0, rounding = 1e-9 * exact + 100 * grain * (spread + grain);
          EXPECT_LE(value.dual, exact + rounding) << shift << ' ' << spread << ' ' << tiny;
          EXPECT_GE(value.primal, exact - rounding) << shift << ' ' << spread << ' ' << tiny;
        }
}

TEST(Sinkhorn, IsExactFromAndToASingleAtom) {
  const Measure cloud = random_cloud(50, 12, 13), atom = random_cloud(50, 1, 14);
  const double exact = test::mean_cost(cloud, atom);
  for (const auto& value : {value_between(cloud, atom, {}), value_between(atom, cloud, {})}) {
    EXPECT_NEAR(value.primal, exact, 1e-10 * exact);
    EXPECT_NEAR(value.dual, exact, 1e-10 * exact);
    EXPECT_TRUE(value.convergence.converged());
  }
  EXPECT_EQ(value_between(atom, atom, {}).primal, 0);
}

TEST(Sinkhorn, IsSymmetric) {
  const Measure one = random_cloud(2, 30, 15), other = random_cloud(2, 26, 16, 2);
  const SinkhornOptions options{.regularization = 0.05, .marginal_tolerance = 1e-10};
  const TransportValue there = value_between(one, other, options), back = value_between(other, one, options);
  EXPECT_NEAR(there.primal, back.primal, 1e-8);
  EXPECT_NEAR(there.primal + there.bias, back.primal + back.bias, 1e-9);
}

TEST(Sinkhorn, FollowsTranslationsAndScalings) {
  const Measure source = random_cloud(2, 30, 17), target = random_cloud(2, 26, 18, 2);
  const SinkhornOptions options{.regularization = 0.05, .marginal_tolerance = 1e-6};
  const TransportValue plain = value_between(source, target, options);
  Measure far_source = source, far_target = target;
  far_source.points.array() += 1e9;
  far_target.points.array() += 1e9;
  EXPECT_NEAR(value_between(far_source, far_target, options).primal, plain.primal, 1e-5);
  far_source.points = 1e-7 * source.points;
  far_target.points = 1e-7 * target.points;
  EXPECT_NEAR(value_between(far_source, far_target, options).primal * 1e14, plain.primal, 1e-6);
}

// Points that are whole 2^-10ths: at 1e10 they are still numbers.
Measure cloud_on_a_fine_grid(Index dimension, Index size, std::uint64_t seed) {
  Measure measure = random_cloud(dimension, size, seed, 1 + 0.1 * static_cast<double>(seed % 7));
  measure.points = (measure.points * 0x1p10).array().round() * 0x1p-10;
  return measure;
}

Measure moved(Measure measure, double offset) {
  measure.points.array() += offset;
  return measure;
}

TEST(Sinkhorn, IsTheSameFarFromTheOrigin) {
  for (const double tolerance : {1e-8, 1e-11})
    for (const double regularization : {0.1, 1e-3}) {
      const SinkhornOptions options{.regularization = regularization, .marginal_tolerance = tolerance};
      const Measure source = cloud_on_a_fine_grid(3, 31, 50), target = cloud_on_a_fine_grid(3, 26, 51);
      const TransportValue here = value_between(source, target, options);
      for (const double offset : {1e6, 1e7, 1e8, 1e9, 1e10, -1e10}) {
        const TransportValue there = value_between(moved(source, offset), moved(target, offset), options);
        // The entropic value is stationary where the iteration ends; the bounds move with the plan.
        EXPECT_NEAR(there.primal + there.bias, here.primal + here.bias, 1e-12 * here.primal) << offset;
        EXPECT_NEAR(there.primal, here.primal, tolerance * here.primal) << offset;
        EXPECT_NEAR(there.dual, here.dual, tolerance * here.primal) << offset;
      }
    }
}

// Weights as they are read may sum to one but for 1e-12, which at 1e9 is a thousandth in the mean.
TEST(Sinkhorn, BracketsTheExactCostFarFromTheOrigin) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const Index dimension = 1 + random.below(3);
    const auto far_cloud = [&](std::uint64_t stream) {
      Measure cloud = cloud_on_a_fine_grid(dimension, 1 + random.below(6), stream);
      for (double& weight : cloud.weights) weight = std::array{1.0, 1e-12, 1e-6, 3.0}[random.below(4)];
      cloud.weights[0] = 1;
      return moved(
          {cloud.points, cloud.weights * ((1 + 1e-12 * random.uniform(-1, 1)) / cloud.weights.sum())}, 1e9);
    };
    const Measure source = far_cloud(2 * seed), target = far_cloud(2 * seed + 1);
    const auto exact_coupling = exact_transport()->coupling(source.weights);
    exact_coupling->attach(target.view(), {});
    const double exact = exact_coupling->solve(source.points).primal;
    for (const double regularization : {0.5, 0.01, 1e-4}) {
      const auto coupling = coupling_between(source, target, {.regularization = regularization});
      const TransportValue value = coupling->solve(source.points);
      EXPECT_LE(value.dual, exact * (1 + 1e-11) + 1e-20) << seed;
      EXPECT_GE(value.primal, exact * (1 - 1e-11) - 1e-20) << seed;
      double cost = 0;
      for (const PlanEntry& entry : coupling->plan())
        cost +=
            entry.mass * (source.points.col(entry.source) - target.points.col(entry.target)).squaredNorm();
      EXPECT_NEAR(cost, value.primal, 1e-11 * value.primal + 1e-20) << seed;
    }
  }
}

TEST(Sinkhorn, GivesTheSameWhenTheKernelIsNotKept) {
  const Measure source = random_cloud(3, 150, 19), target = random_cloud(3, 70, 20);
  for (const double regularization : {0.5, 0.01}) {
    SinkhornOptions options{.regularization = regularization, .marginal_tolerance = 1e-6};
    const TransportValue kept = value_between(source, target, options);
    options.kernel_memory = 0;
    const auto coupling = coupling_between(source, target, options);
    const TransportValue streamed = coupling->solve(source.points);
    EXPECT_NEAR(kept.primal, streamed.primal, 2e-5);
    EXPECT_NEAR(kept.dual, streamed.dual, 1e-3 * kept.primal);
    EXPECT_NEAR(dense(coupling->plan(), 150, 70).sum(), 1, 1e-13);
  }
}

TEST(Sinkhorn, WarmReachesWhatColdReaches) {
  const Measure source = random_cloud(2, 40, 21), target = random_cloud(2, 30, 22, 1.5);
  const SinkhornOptions options{.regularization = 0.02, .marginal_tolerance = 1e-9};
  const auto engine = sinkhorn_transport(options);
  const auto coupling = engine->coupling(source.weights);
  RestingCoupling resting;
  Random random(23);
  Measure moving = source;
  for (int move = 0; move < 20; ++move) {
    for (double& coordinate : moving.points.reshaped()) coordinate += 0.05 * random.normal();
    coupling->attach(target.view(), resting);
    const TransportValue warm = coupling->solve(moving.points), cold = value_between(moving, target, options);
    resting = coupling->rest();
    EXPECT_EQ(resting.state.size(), 30 * sizeof(float));
    EXPECT_NEAR(warm.primal, cold.primal, 1e-7);
    EXPECT_NEAR(warm.bias, cold.bias, 1e-7);
  }
}

TEST(Sinkhorn, IsWarmAfterATranslationOfTheSource) {
  const Measure source = random_cloud(2, 40, 24), target = random_cloud(2, 30, 25);
  const auto coupling = coupling_between(source, target, {.regularization = 0.02});
  coupling->solve(source.points);
  const Matrix moved = source.points.colwise() + Vector{{0.01, -0.02}};
  EXPECT_LE(coupling->solve(moved).convergence.iterations, 3);
}

TEST(Sinkhorn, RefusesOptionsAndShapesThatCannotBe) {
  EXPECT_THROW(sinkhorn_transport({.regularization = 0}), InputError);
  EXPECT_THROW(sinkhorn_transport({.iterations = 0}), InputError);
  const Measure source = random_cloud(2, 5, 26), target = random_cloud(3, 5, 27);
  EXPECT_THROW(value_between(source, target, {}), InputError);
}

}  // namespace
}  // namespace wpga
