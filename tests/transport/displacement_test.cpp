#include "wpga/transport/displacement.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "transport/random_measures.hpp"

namespace wpga {
namespace {

double w2(const MeasureView& a, const MeasureView& b) { return std::sqrt(couple(a, b, {}).value.primal); }

// McCann: W2(g_s, g_t) = |t − s| W2(g_0, g_1) for the plan's interpolation, split masses or not.
TEST(Displacement, ByPlanIsAGeodesicOfConstantSpeed) {
  Random random(1);
  for (const Index dimension : {1, 2, 3}) {
    const Measure a = random_cloud(random, 9, dimension), b = random_cloud(random, 6, dimension);
    const PairCoupling pair = couple(a.view(), b.view(), {});
    const double whole = std::sqrt(pair.value.primal);
    for (const auto& [s, t] : {std::pair{0.0, 1.0}, {0.0, 0.3}, {0.2, 0.9}, {0.5, 1.0}})
      EXPECT_NEAR(w2(displaced_by_plan(a.view(), b.view(), pair.plan, s).view(),
                     displaced_by_plan(a.view(), b.view(), pair.plan, t).view()),
                  (t - s) * whole, 1e-7 * whole);
  }
}

TEST(Displacement, PlanHasBothMarginals) {
  Random random(2);
  const Measure a = random_cloud(random, 12, 2), b = random_cloud(random, 7, 2);
  for (const TransportMethod method : {TransportMethod::exact, TransportMethod::entropic}) {
    Vector rows = Vector::Zero(12), columns = Vector::Zero(7);
    for (const PlanEntry& entry : couple(a.view(), b.view(), {.transport = method}).plan) {
      rows[entry.source] += entry.mass;
      columns[entry.target] += entry.mass;
    }
    EXPECT_LT((rows - a.weights).cwiseAbs().maxCoeff(), 1e-12) << name_of(method);
    EXPECT_LT((columns - b.weights).cwiseAbs().maxCoeff(), 1e-12) << name_of(method);
  }
}

// A permutation of equal atoms splits no mass: map and plan move alike.
TEST(Displacement, MapAndPlanAgreeWhereNoMassIsSplit) {
  Random random(3);
  const Measure a = random_cloud(random, 8, 2, Weights::uniform),
                b = random_cloud(random, 8, 2, Weights::uniform);
  const PairCoupling pair = couple(a.view(), b.view(), {});
  ASSERT_EQ(pair.plan.size(), 8u);
  for (const double time : {0.0, 0.4, 1.0})
    EXPECT_NEAR(w2(displaced_by_map(a.view(), pair.map, time).view(),
                   displaced_by_plan(a.view(), b.view(), pair.plan, time).view()),
                0, 1e-6);
}

}  // namespace
}  // namespace wpga
