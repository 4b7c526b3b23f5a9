#include <gtest/gtest.h>

#include <cmath>

#include "metamorphic/changes.hpp"
#include "wpga/transport/displacement.hpp"
#include "wpga/transport/distances.hpp"
#include "wpga/transport/entropic/sinkhorn_divergence.hpp"

namespace wpga {
namespace {

using test::Changed;

MeasureFamily some_family(Index dimension) {
  Random random(11);
  return test::random_family(random, 7, dimension, 9);
}

std::vector<Changed> changes_of(const MeasureFamily& family) {
  const Measure any = copy_of(family[0]);
  return {test::shifted(family, any),         test::scaled(family, any, 332),  // 9e99
          test::scaled(family, any, -332),    test::rotated(family, any),
          test::mirrored(family, any),        test::reordered_measures(family, any),
          test::reordered_atoms(family, any), test::split_atoms(family, any),
          test::doubled(family, any),         test::heavier(family, any)};
}

// W2 grows with the unit, and sees neither place, direction, order, halves nor weights that are not shares.
TEST(Metamorphic, DistancesChangeAsTheoryForetells) {
  for (const TransportMethod method : {TransportMethod::exact, TransportMethod::entropic})
    for (const Index dimension : {1, 2, 5}) {
      const MeasureFamily family = some_family(dimension);
      const TransportOptions options{.transport = method,
                                     .sinkhorn = {.regularization = 0.05, .marginal_tolerance = 1e-10}};
      // Of a family with itself as another: entropic bounds are not symmetric, nor zero for equal measures.
      const DistanceMatrix before = distance_matrix(family, family, options, {});
      const double size = before.upper.maxCoeff();
      for (const Changed& changed : changes_of(family)) {
        SCOPED_TRACE(changed.name + ", dimension " + std::to_string(dimension));
        const DistanceMatrix after = distance_matrix(changed.family, changed.family, options, {});
        const double squared = changed.scale * changed.scale;
        const Matrix upper = before.upper(changed.measures, changed.measures),
                     lower = before.lower(changed.measures, changed.measures);
        EXPECT_LT((after.upper / squared - upper).cwiseAbs().maxCoeff(), 1e-9 * size);
        EXPECT_LT((after.lower / squared - lower).cwiseAbs().maxCoeff(), 1e-6 * size);
      }
    }
}

// What a pair gives does not depend on its neighbours: to rounding where trees stay warm, else to the bit.
TEST(Metamorphic, DistancesDoNotDependOnTheOrderOfTheMeasures) {
  const MeasureFamily family = some_family(2);
  for (const auto& [method, rounding] :
       {std::pair(TransportMethod::exact, 1e-14), std::pair(TransportMethod::entropic, 0.0)}) {
    const std::vector<Index> order = {4, 1, 6, 0, 3, 5, 2};
    const MeasureFamily other = subset(family, order);
    const DistanceMatrix before = distance_matrix(family, family, {.transport = method}, {}),
                         after = distance_matrix(other, other, {.transport = method}, {});
    const double size = before.upper.maxCoeff();
    EXPECT_LE((after.upper - Matrix(before.upper(order, order))).cwiseAbs().maxCoeff(), rounding * size);
    EXPECT_LE((after.lower - Matrix(before.lower(order, order))).cwiseAbs().maxCoeff(), rounding * size);
  }
}

TEST(Metamorphic, SinkhornDivergencesChangeAsTheoryForetells) {
  const MeasureFamily family = some_family(2);
  const SinkhornOptions options{.regularization = 0.1, .marginal_tolerance = 1e-10};
  const auto divergence = [&](const MeasureFamily& measures, Index i, Index j) {
    return sinkhorn_divergence(measures[i], measures[j], options).divergence;
  };
  for (const Changed& changed : changes_of(family)) {
    SCOPED_TRACE(changed.name);
    const double was = divergence(family, changed.measures[2], changed.measures[5]);
    EXPECT_NEAR(divergence(changed.family, 2, 5) / (changed.scale * changed.scale), was, 1e-8 * was);
  }
}

// McCann's interpolation is carried along by similarities, as a measure.
TEST(Metamorphic, MorphsChangeAsTheoryForetells) {
  const MeasureFamily family = some_family(2);
  const auto between = [](const MeasureFamily& measures, Index i, Index j, double time) {
    const PairCoupling pair = couple(measures[i], measures[j], {});
    return displaced_by_plan(measures[i], measures[j], pair.plan, time);
  };
  for (const Changed& changed : changes_of(family)) {
    SCOPED_TRACE(changed.name);
    for (const double time : {0.0, 0.3, 1.0}) {
      const Measure was = between(family, changed.measures[2], changed.measures[5], time),
                    is = between(changed.family, 2, 5, time);
      const Measure expected{changed.moved(was.points), was.weights};
      EXPECT_LT(transport_value(is.view(), expected.view(), {}).primal,
                1e-12 * changed.scale * changed.scale);
    }
  }
}

}  // namespace
}  // namespace wpga
