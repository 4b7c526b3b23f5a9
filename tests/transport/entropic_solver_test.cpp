#include "wpga/transport/entropic/entropic_solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "transport/clouds.hpp"
#include "transport/lemon_transport.hpp"
#include "wpga/transport/simplex/transport_simplex.hpp"

namespace wpga {
namespace {

constexpr std::size_t much = std::size_t{1} << 30;

Measure centered(Measure measure) {
  measure.points.colwise() -= mean_of(measure.view());
  return measure;
}

template <class T>
struct Solved {
  EntropicSolver<T> solver;
  Vector potentials;
  Convergence convergence;
  RoundedPlan rounded;
  Matrix plan, means;  // with exact marginals; of the plan before rounding
  double value;

  Solved(const Measure& source, const Measure& target, double epsilon, const EntropicLimits& limits)
      : solver(source.weights), potentials(Vector::Zero(target.size())) {
    solver.set_target(target.points, target.weights);
    solver.set_source(source.points);
    convergence = solver.solve(epsilon, limits, potentials);
    value = solver.regularized_value();
    means.resize(source.dimension(), source.size());
    solver.conditional_means(means);
    rounded = solver.round();
    plan = Matrix::Zero(source.size(), target.size());
    for (const PlanEntry& entry : solver.entries(rounded)) plan(entry.source, entry.target) += entry.mass;
  }
};

// What the header says of potentials g, in the words of a textbook.
struct PlanOfPotentials {
  Matrix plan;
  double column_error, value;
  PlanOfPotentials(const Measure& source, const Measure& target, const Vector& g, double epsilon)
      : plan(source.size(), target.size()), value(target.weights.dot(g)) {
    const Matrix costs = test::costs_between(source, target);
    for (Index i = 0; i < source.size(); ++i) {
      const Eigen::ArrayXd terms =
          (g - costs.row(i).transpose()).array() / epsilon + target.weights.array().log();
      const double greatest = terms.maxCoeff();
      const Eigen::ArrayXd shares = (terms - greatest).exp();
      value -= source.weights[i] * epsilon * (greatest + std::log(shares.sum()));
      plan.row(i) = (source.weights[i] / shares.sum() * shares).matrix().transpose();
    }
    column_error = (plan.colwise().sum().transpose() - target.weights).lpNorm<1>();
  }
};

template <class T>
class EntropicSolverTest : public ::testing::Test {};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(EntropicSolverTest, Precisions);

template <class T>
constexpr double precision = sizeof(T) == sizeof(float) ? 1e-5 : 1e-11;

// Two atoms at ±h on both sides: P ∝ exp(−c/ε), so that the map is h tanh(2h²/ε) and the value
// −ε log((1 + exp(−4h²/ε))/2).
TYPED_TEST(EntropicSolverTest, HasTheClosedFormOfTwoPairs) {
  for (const double h : {0.1, 1.0, 3.0}) {
    const Measure pair{Matrix{{-h, h}}, Vector{{0.5, 0.5}}};
    for (const double epsilon : {0.5, 2.0, 30.0}) {
      const Solved<TypeParam> solved(pair, pair, epsilon, {precision<TypeParam>, 1000, much});
      ASSERT_TRUE(solved.convergence.converged());
      const double x = 2 * h * h / epsilon, same = 0.5 / (1 + std::exp(-2 * x));
      EXPECT_NEAR(solved.means(0, 1), h * std::tanh(x), 10 * precision<TypeParam> * h);
      EXPECT_NEAR(solved.means(0, 0), -h * std::tanh(x), 10 * precision<TypeParam> * h);
      EXPECT_NEAR(solved.value, -epsilon * std::log((1 + std::exp(-2 * x)) / 2),
                  10 * precision<TypeParam> * epsilon);
      EXPECT_NEAR(solved.plan(0, 0), same, 10 * precision<TypeParam>);
      EXPECT_NEAR(solved.plan(0, 1), 0.5 - same, 10 * precision<TypeParam>);
    }
  }
}

// From or to one atom there is one plan, whatever ε.
TYPED_TEST(EntropicSolverTest, KnowsTheOnlyPlanOfOneAtom) {
  const Measure cloud = centered(test::random_cloud(3, 23, 1));
  const Measure atom{Vector{{1, -2, 0.5}}, Vector::Ones(1)};
  const double cost = test::mean_cost(cloud, atom);
  for (const double epsilon : {1e-3, 1.0, 100.0}) {
    const EntropicLimits limits{precision<TypeParam>, 1000, much};
    const Solved<TypeParam> from(atom, cloud, epsilon, limits), to(cloud, atom, epsilon, limits);
    for (const auto* solved : {&from, &to}) {
      EXPECT_TRUE(solved->convergence.converged());
      EXPECT_NEAR(solved->rounded.primal, cost, 1e-12 * cost);
      EXPECT_NEAR(solved->rounded.dual, cost, 10 * precision<TypeParam> * std::max(cost, epsilon));
      EXPECT_NEAR(solved->value, cost, 10 * precision<TypeParam> * std::max(cost, epsilon));
    }
    EXPECT_LT((from.plan.transpose() - cloud.weights).cwiseAbs().maxCoeff(), 1e-14);
    EXPECT_LT((to.plan - cloud.weights).cwiseAbs().maxCoeff(), 1e-14);
    EXPECT_LT((from.means - mean_of(cloud.view())).norm(), 10 * precision<TypeParam>);
    EXPECT_LT((to.means.colwise() - atom.points.col(0)).cwiseAbs().maxCoeff(), 1e-6);
  }
}

TYPED_TEST(EntropicSolverTest, IsTheProductWhereAllCostsAreEqual) {
  Measure source = test::random_cloud(2, 6, 2), target = test::random_cloud(2, 9, 3);
  source.points.setZero(), target.points.setZero();
  const Solved<TypeParam> solved(source, target, 0.1, {precision<TypeParam>, 100, much});
  EXPECT_TRUE(solved.convergence.converged());
  EXPECT_LT((solved.plan - source.weights * target.weights.transpose()).cwiseAbs().maxCoeff(),
            precision<TypeParam>);
  EXPECT_EQ(solved.rounded.primal, 0);
  EXPECT_NEAR(solved.rounded.dual, 0, precision<TypeParam>);
}

// Stopped anywhere, the plan is b a exp((f + g − c)/ε) of the potentials handed back: its rows are right, its
// columns are wrong by the residual told, its map and its value are those told.
TYPED_TEST(EntropicSolverTest, HasRightRowsAtAnyTimeAndTellsTheErrorOfItsColumns) {
  const Measure source = centered(test::random_cloud(2, 31, 4)),
                target = centered(test::random_cloud(2, 18, 5, 1.5));
  const double epsilon = 0.3;
  for (const std::size_t memory : {much, std::size_t{0}})
    for (const int iterations : {1, 2, 3, 7, 20}) {
      const Solved<TypeParam> solved(source, target, epsilon, {1e-13, iterations, memory, false});
      EXPECT_EQ(solved.convergence.iterations, iterations);
      const PlanOfPotentials textbook(source, target, solved.potentials, epsilon);
      EXPECT_NEAR(solved.convergence.residual, textbook.column_error, precision<TypeParam>);
      EXPECT_NEAR(solved.value, textbook.value, precision<TypeParam>);
      const Matrix means =
          target.points * textbook.plan.transpose() * source.weights.cwiseInverse().asDiagonal();
      EXPECT_LT((solved.means - means).cwiseAbs().maxCoeff(), precision<TypeParam>) << iterations;
    }
}

TYPED_TEST(EntropicSolverTest, MeetsItsToleranceWhereItSaysSo) {
  const Measure source = centered(test::random_cloud(3, 40, 6)),
                target = centered(test::random_cloud(3, 25, 7));
  for (const double tolerance : {1e-2, 1e-4, precision<TypeParam>})
    for (const double epsilon : {2.0, 0.2}) {
      const Solved<TypeParam> solved(source, target, epsilon, {tolerance, 10000, much});
      ASSERT_TRUE(solved.convergence.converged());
      EXPECT_LE(solved.convergence.residual, tolerance);
      EXPECT_LE(PlanOfPotentials(source, target, solved.potentials, epsilon).column_error,
                tolerance + precision<TypeParam>);
    }
}

// The value only grows along Sinkhorn's way, up to that of the textbook.
TYPED_TEST(EntropicSolverTest, RisesToTheTextbookValue) {
  const Measure source = centered(test::random_cloud(2, 22, 8)),
                target = centered(test::random_cloud(2, 27, 9));
  const double epsilon = 0.2;
  const double optimum = test::plain_sinkhorn(test::costs_between(source, target), source.weights,
                                              target.weights, epsilon, 1e-11)
                             .value;
  for (const int iterations : {1, 3, 10, 1000}) {
    const Solved<TypeParam> solved(source, target, epsilon, {precision<TypeParam>, iterations, much});
    EXPECT_LE(solved.value, optimum + precision<TypeParam>);
    EXPECT_EQ(solved.convergence.converged(), iterations == 1000);
    if (iterations < 1000) continue;
    EXPECT_NEAR(solved.value, optimum, 10 * precision<TypeParam>);
  }
}

void expect_a_certificate(const Measure& source, const Measure& target, double exact,
                          const RoundedPlan& rounded, const Matrix& plan) {
  const double rounding = 1e-12 * (1 + exact);
  EXPECT_LE(rounded.dual, exact + rounding);
  EXPECT_GE(rounded.primal, exact - rounding);
  const Matrix costs = test::costs_between(source, target);
  EXPECT_NEAR(rounded.primal, plan.cwiseProduct(costs).sum(), 1e-9 * (1 + exact));
  EXPECT_GE(plan.minCoeff(), 0);
  EXPECT_LT((plan.rowwise().sum() - source.weights).lpNorm<1>(), 1e-13);
  EXPECT_LT((plan.colwise().sum().transpose() - target.weights).lpNorm<1>(), 1e-13);
  const Matrix slack =
      (costs.colwise() - rounded.source_potentials).rowwise() - rounded.target_potentials.transpose();
  EXPECT_GE(slack.minCoeff(), -1e-12 * costs.maxCoeff());
  // A c-transform: no target potential could be larger.
  EXPECT_LE(slack.colwise().minCoeff().maxCoeff(), 1e-12 * costs.maxCoeff());
  EXPECT_LE(std::ssize(rounded.remainder), source.size() + target.size() - 1);
  EXPECT_TRUE(std::ranges::is_sorted(rounded.remainder, {}, &PlanEntry::source));
}

// Whatever was reached: a plan with both marginals, feasible potentials, and LEMON's optimum between them.
TYPED_TEST(EntropicSolverTest, BracketsTheExactCostInAnyState) {
  for (std::uint64_t seed = 10; seed < 14; ++seed) {
    const Measure source = centered(test::random_cloud(2, 24, seed)),
                  target = centered(test::random_cloud(2, 33, seed + 100, 2));
    const double exact = LemonTransport(source.view(), target.view()).solve();
    for (const double epsilon : {5.0, 0.3, 0.01})
      for (const int iterations : {1, 2, 30, 2000})
        for (const std::size_t memory : {much, std::size_t{0}}) {
          const Solved<TypeParam> solved(source, target, epsilon, {precision<TypeParam>, iterations, memory});
          expect_a_certificate(source, target, exact, solved.rounded, solved.plan);
          if (this->HasFailure()) FAIL() << epsilon << ", " << iterations << " sweeps";
        }
  }
}

// Duplicates, and weights of 1e-12 on either side: LEMON goes round in circles, our simplex proves its
// answer.
TYPED_TEST(EntropicSolverTest, BracketsTheExactCostOfNearlyEmptyAndEqualAtoms) {
  Measure source = test::random_cloud(2, 12, 20), target = test::random_cloud(2, 15, 21);
  source.points.col(3) = source.points.col(4);
  target.points.leftCols(5).colwise() = source.points.col(3);
  source.weights.head(4).setConstant(1e-12), target.weights.tail(6).setConstant(1e-12);
  source.weights /= source.weights.sum(), target.weights /= target.weights.sum();
  source = centered(source), target = centered(target);
  const auto coupling = exact_transport()->coupling(source.weights);
  coupling->attach(target.view(), {});
  const TransportValue proved = coupling->solve(source.points);
  ASSERT_LT(proved.gap(), 1e-12);
  const double exact = proved.primal;
  for (const double epsilon : {1.0, 0.05}) {
    const Solved<TypeParam> solved(source, target, epsilon, {precision<TypeParam>, 10000, much});
    EXPECT_TRUE(solved.convergence.converged());
    expect_a_certificate(source, target, exact, solved.rounded, solved.plan);
  }
}

// A kernel that vanishes in its column, and a potential that must rise by a thousand ε.
TYPED_TEST(EntropicSolverTest, ReachesAnAtomTooFarForItsKernel) {
  const Measure source = test::random_cloud(1, 8, 30);
  Measure target = test::random_cloud(1, 9, 31);
  target.points(0, 4) = 25;
  const double exact = test::squared_distance_on_the_line(source, target);
  const Solved<TypeParam> solved(source, target, 0.5, {precision<TypeParam>, 10000, much, false});
  EXPECT_TRUE(solved.convergence.converged());
  expect_a_certificate(source, target, exact, solved.rounded, solved.plan);
  EXPECT_NEAR(solved.plan.col(4).sum(), target.weights[4], 1e-14);
  // The first step is Sinkhorn's own, all the way at once: g_4 = −ε log Σ_i b_i exp((f_i − c_i4)/ε).
  const Solved<TypeParam> once(source, target, 0.5, {1e-13, 2, much, false});
  const Matrix costs = test::costs_between(source, target);
  Eigen::ArrayXd terms = -costs.col(4).array() / 0.5 + source.weights.array().log();
  for (Index i = 0; i < 8; ++i)
    terms[i] -= std::log(((-costs.row(i).transpose().array() / 0.5).exp() * target.weights.array()).sum());
  const double step = -0.5 * (terms.maxCoeff() + std::log((terms - terms.maxCoeff()).exp().sum()));
  EXPECT_GT(step, 400);
  EXPECT_NEAR(once.potentials[4], step, 1e-6 * step);
}

TYPED_TEST(EntropicSolverTest, TransposesItsPlanWhenSourceAndTargetTradePlaces) {
  const Measure one = centered(test::random_cloud(2, 14, 22)),
                other = centered(test::random_cloud(2, 19, 23));
  const EntropicLimits limits{precision<TypeParam>, 10000, much};
  const Solved<TypeParam> there(one, other, 0.4, limits), back(other, one, 0.4, limits);
  EXPECT_NEAR(there.value, back.value, 10 * precision<TypeParam>);
  EXPECT_LT((there.plan - back.plan.transpose()).cwiseAbs().maxCoeff(), 10 * precision<TypeParam>);
}

// Rows made anew in each sweep are those that would have been kept.
TYPED_TEST(EntropicSolverTest, FindsTheSameWhetherRowsAreKeptOrMadeAnew) {
  // So many columns that few rows are made at a time.
  const Measure source = centered(test::random_cloud(2, 30, 24)),
                target = centered(test::random_cloud(2, 3000, 25));
  const EntropicLimits kept{precision<TypeParam>, 10000, much}, anew{precision<TypeParam>, 10000, 0};
  const Solved<TypeParam> one(source, target, 0.2, kept), two(source, target, 0.2, anew);
  EXPECT_NEAR(one.value, two.value, 10 * precision<TypeParam>);
  EXPECT_LT((one.means - two.means).cwiseAbs().maxCoeff(), 1000 * precision<TypeParam>);
}

TEST(EntropicSolver, AgreesInSingleAndDoublePrecision) {
  const Measure source = centered(test::random_cloud(3, 35, 26)),
                target = centered(test::random_cloud(3, 44, 27));
  for (const double epsilon : {3.0, 0.3, 0.05}) {
    const EntropicLimits limits{1e-5, 10000, much};
    const Solved<float> single(source, target, epsilon, limits);
    const Solved<double> twice(source, target, epsilon, limits);
    EXPECT_NEAR(single.value, twice.value, 1e-5 * test::mean_cost(source, target));
    EXPECT_NEAR(single.rounded.primal, twice.rounded.primal, 1e-3 * twice.rounded.primal);
    EXPECT_LT((single.means - twice.means).cwiseAbs().maxCoeff(), 1e-2);
  }
}

// Potentials of one solve are a start that has arrived.
TEST(EntropicSolver, GoesOnWhereItStopped) {
  const Measure source = centered(test::random_cloud(2, 30, 28)),
                target = centered(test::random_cloud(2, 30, 29));
  Solved<double> solved(source, target, 0.1, {1e-9, 10000, much});
  ASSERT_GT(solved.convergence.iterations, 1);
  const Vector before = solved.potentials;
  EXPECT_EQ(solved.solver.solve(0.1, {1e-9, 10000, much, false}, solved.potentials).iterations, 1);
  EXPECT_EQ(solved.potentials, before);
}

}  // namespace
}  // namespace wpga
