#include "wpga/analysis/cone/cycle_cuts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

using Arcs = std::set<std::pair<std::int32_t, std::int32_t>>;

std::vector<std::int32_t> shuffled(Random& random, std::int32_t count) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t k = order.size(); k > 1; --k)
    std::swap(order[k - 1], order[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(k)))]);
  return order;
}

Arcs arcs_of(const std::vector<Cycle>& cycles) {
  Arcs arcs;
  for (const Cycle& cycle : cycles)
    for (std::size_t e = 0; e < cycle.size(); ++e) arcs.insert({cycle[e], cycle[(e + 1) % cycle.size()]});
  return arcs;
}

Arcs arcs_of(const std::vector<PlanEntry>& plan) {
  Arcs arcs;
  for (const PlanEntry& entry : plan)
    if (entry.source != entry.target) arcs.insert({entry.source, entry.target});
  return arcs;
}

void expect_simple(const Cycle& cycle) {
  EXPECT_GE(cycle.size(), 2U);
  EXPECT_EQ(std::set(cycle.begin(), cycle.end()).size(), cycle.size());
}

TEST(CycleCuts, OfAPermutationAreItsCycles) {
  Random random(1);
  for (int trial = 0; trial < 20; ++trial) {
    const std::vector<std::int32_t> next = shuffled(random, 12);
    std::vector<PlanEntry> plan;
    for (std::int32_t k = 0; k < 12; ++k) plan.push_back({k, next[static_cast<std::size_t>(k)], 1 / 12.0});
    const std::vector<Cycle> cycles = cycles_of(plan);
    std::size_t visited = 0;
    for (const Cycle& cycle : cycles) {
      expect_simple(cycle);
      visited += cycle.size();
    }
    EXPECT_EQ(visited, arcs_of(plan).size());  // each atom that moves, once
    EXPECT_EQ(arcs_of(cycles), arcs_of(plan));
  }
}

// Random cycles with random masses on top of each other, and masses that stay.
std::vector<PlanEntry> random_circulation(Random& random, std::int32_t atoms, int layers) {
  std::map<std::pair<std::int32_t, std::int32_t>, double> masses;
  for (int layer = 0; layer < layers; ++layer) {
    std::vector<std::int32_t> order = shuffled(random, atoms);
    order.resize(static_cast<std::size_t>(2 + random.below(atoms - 1)));
    const double mass = random.uniform(0.1, 1);
    for (std::size_t e = 0; e < order.size(); ++e) masses[{order[e], order[(e + 1) % order.size()]}] += mass;
  }
  std::vector<PlanEntry> plan;
  for (std::int32_t k = 0; k < atoms; ++k) plan.push_back({k, k, random.uniform()});
  for (const auto& [arc, mass] : masses) plan.push_back({arc.first, arc.second, mass});
  return plan;
}

TEST(CycleCuts, OfUnequalMassesUseEveryArcOfThePlanAndNoOther) {
  Random random(2);
  for (int trial = 0; trial < 50; ++trial) {
    const std::vector<PlanEntry> plan = random_circulation(random, 9, 6);
    const std::vector<Cycle> cycles = cycles_of(plan);
    for (const Cycle& cycle : cycles) expect_simple(cycle);
    EXPECT_EQ(arcs_of(cycles), arcs_of(plan));
    EXPECT_LE(cycles.size(), arcs_of(plan).size());  // each takes an arc away
  }
}

TEST(CycleCuts, AreNoneWhereAllMassStays) {
  EXPECT_TRUE(cycles_of({}).empty());
  EXPECT_TRUE(cycles_of({{0, 0, 0.5}, {1, 1, 0.5}}).empty());
}

// Crumbs of rounding that break a balance do not hide the cycles behind them.
TEST(CycleCuts, AreFoundBehindCrumbs) {
  const std::vector<Cycle> cycles =
      cycles_of({{0, 1, 1e-12}, {0, 2, 0.5}, {2, 0, 0.5}, {3, 0, 0.25}, {0, 3, 0.25}});
  EXPECT_EQ(arcs_of(cycles), (Arcs{{0, 2}, {2, 0}, {0, 3}, {3, 0}}));
}

// Twice the violation is what an exchange along the cycle saves, for atoms of equal mass.
TEST(CycleCuts, ViolationIsHalfTheCostSavedByTheExchange) {
  Random random(3);
  for (int trial = 0; trial < 50; ++trial) {
    const Matrix atoms = test::normal_matrix(random, 3, 7), field = test::normal_matrix(random, 3, 7);
    Cycle cycle = shuffled(random, 7);
    cycle.resize(static_cast<std::size_t>(2 + random.below(6)));
    double saved = 0;
    for (std::size_t e = 0; e < cycle.size(); ++e) {
      const Vector image = atoms.col(cycle[e]) + field.col(cycle[e]);
      saved += (image - atoms.col(cycle[e])).squaredNorm() -
               (image - atoms.col(cycle[(e + 1) % cycle.size()])).squaredNorm();
    }
    EXPECT_NEAR(violation(atoms, field, cycle), saved / 2, 1e-12);
  }
}

// Gradients of convex functions are cyclically monotone (Rockafellar 1966).
TEST(CycleCuts, AreNotViolatedByGradientsOfConvexFunctions) {
  Random random(4);
  const Matrix atoms = test::normal_matrix(random, 3, 8), root = test::normal_matrix(random, 3, 3);
  const Matrix field = root * root.transpose() * atoms - atoms;
  for (int trial = 0; trial < 200; ++trial) {
    Cycle cycle = shuffled(random, 8);
    cycle.resize(static_cast<std::size_t>(2 + random.below(7)));
    EXPECT_LE(violation(atoms, field, cycle), 1e-12);
  }
}

TEST(CycleCuts, AreTheSameAsConstraints) {
  Random random(5);
  const Matrix atoms = test::normal_matrix(random, 2, 6);
  const Fields fields = {test::normal_matrix(random, 2, 6), test::normal_matrix(random, 2, 6)};
  const Cycle cycle = {4, 1, 3};
  for (const int field : {0, 1})
    EXPECT_NEAR(constraint_of(atoms, cycle, field).excess(fields),
                violation(atoms, fields[static_cast<std::size_t>(field)], cycle), 1e-13);
  EXPECT_FALSE(constraint_of(atoms, cycle, 0).equality);
}

}  // namespace
}  // namespace wpga
