#include <gtest/gtest.h>

#include <algorithm>

#include "transport/random_measures.hpp"
#include "transport/solved_transport.hpp"
#include "wpga/transport/simplex/transport_simplex.hpp"

namespace wpga {
namespace {

TEST(TransportSimplex, BracketsTheValueWhenPivotsRunOut) {
  Random random(18);
  const Measure source = random_cloud(random, 60, 3), target = random_cloud(random, 50, 3);
  const double exact = solve(source, target).value.primal;
  for (const int pivots : {5, 50}) {
    const Solved stopped = solve(source, target, {.pivots = pivots});
    EXPECT_EQ(stopped.value.convergence.termination, Termination::iteration_limit);
    EXPECT_EQ(stopped.value.convergence.iterations, pivots);
    EXPECT_GT(stopped.value.primal, exact);
    EXPECT_LT(stopped.value.dual, exact);
    const Vector u = stopped.coupling->source_potentials(), v = stopped.coupling->target_potentials();
    for (Index k = 0; k < source.size(); ++k)
      for (Index j = 0; j < target.size(); ++j) EXPECT_LE(u[k] + v[j], cost(source, k, target, j) + 1e-12);
    // The bound is what its potentials prove, or the trivial one.
    EXPECT_NEAR(stopped.value.dual, std::max(0.0, source.weights.dot(u) + target.weights.dot(v)), 1e-12);
    EXPECT_EQ(stopped.value.dual > 0, pivots == 50);
  }
}

// Of costs that are stored, whose first look is in double: solved again, nothing is left to do and all is
// proved.
TEST(TransportSimplex, ProvesAtOnceWhatIsOptimalAlready) {
  Random random(23);
  const Measure source = random_cloud(random, 40, 7), target = random_cloud(random, 30, 7);
  const Solved first = solve(source, target);
  const TransportValue again = first.coupling->solve(source.points);
  EXPECT_EQ(again.convergence.iterations, 0);
  EXPECT_TRUE(again.convergence.converged());
  EXPECT_EQ(again.primal, first.value.primal);
  EXPECT_NEAR(again.dual, again.primal, 1e-12 * again.primal);
  const Vector u = first.coupling->source_potentials(), v = first.coupling->target_potentials();
  EXPECT_NEAR(source.weights.dot(u) + target.weights.dot(v), again.primal, 1e-12 * again.primal);
  for (Index k = 0; k < source.size(); ++k)
    for (Index j = 0; j < target.size(); ++j) EXPECT_LE(u[k] + v[j], cost(source, k, target, j) + 1e-12);
}

// A rough solve keeps the plan feasible and never makes it dearer; repeated, it ends at the optimum.
TEST(TransportSimplex, RoughSolvesOnlyLowerTheCost) {
  Random random(31);
  for (int trial = 0; trial < 20; ++trial) {
    const Measure source = random_cloud(random, 40, 2), target = random_cloud(random, 30, 2);
    const Solved solved = solve(source, target);
    Measure moved = source;
    for (double& entry : moved.points.reshaped()) entry += 0.1 * random.normal();
    double last = 0;
    for (const PlanEntry& entry : solved.coupling->plan())
      last += entry.mass * cost(moved, entry.source, target, entry.target);
    const double least = solve(moved, target).value.primal;
    for (int round = 0; round < 100; ++round) {
      const TransportValue value = solved.coupling->solve(moved.points, SolveEffort::rough);
      ASSERT_LE(value.primal, last + 1e-12);
      ASSERT_GE(value.primal, least - 1e-12);
      EXPECT_EQ(value.dual, 0);
      last = value.primal;
      Vector rows = Vector::Zero(source.size()), columns = Vector::Zero(target.size());
      for (const PlanEntry& entry : solved.coupling->plan()) {
        rows[entry.source] += entry.mass;
        columns[entry.target] += entry.mass;
      }
      EXPECT_LE((rows - source.weights).cwiseAbs().maxCoeff(), 1e-15);
      EXPECT_LE((columns - target.weights).cwiseAbs().maxCoeff(), 1e-15);
    }
    EXPECT_NEAR(last, least, 1e-12);
  }
}

TEST(TransportSimplex, RoughSolvesThatStartAnewAreFull) {
  Random random(32);
  const Measure source = random_cloud(random, 20, 2), target = random_cloud(random, 25, 2);
  const auto coupling = exact_transport({})->coupling(source.weights);
  coupling->attach(target.view(), {});
  const TransportValue value = coupling->solve(source.points, SolveEffort::rough);
  EXPECT_TRUE(value.convergence.converged());
  EXPECT_NEAR(value.primal, solve(source, target).value.primal, 1e-12);
  EXPECT_NEAR(value.gap(), 0, 1e-10);
}

}  // namespace
}  // namespace wpga
