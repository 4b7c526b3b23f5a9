#include "wpga/analysis/cone/cone_direction.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "analysis/cone_examples.hpp"

namespace wpga {
namespace {

struct Example {
  Example(Random& random, const test::ConeKind& kind)
      : cone(random, kind),
        point(test::random_point(random, cone)),
        gradients(cone.problem.gradients(point.arcs)) {
    aim();
  }

  void aim() {
    residuals = residuals_of(cone.problem, point, gradients);
    ConeNewton newton(cone.problem);
    newton.factor(point, gradients);
    move = newton.towards_center(point, gradients, residuals);
  }

  // The point after a step, slacks moved as the direction says.
  ConePoint after(double step) const {
    ConePoint moved = point;
    moved.fields += step * move.fields;
    moved.potentials += step * move.potentials;
    if (point.equality_multipliers.size() > 0) moved.equality_multipliers += step * move.equality_multipliers;
    for (Index i = 0; i < move.slack.size(); ++i) {
      moved.arcs[static_cast<std::size_t>(i)].slack += step * move.slack[i];
      moved.arcs[static_cast<std::size_t>(i)].multiplier += step * move.multiplier[i];
    }
    if (!cone.problem.boxed()) return moved;
    advance(moved.low, move.low, step);
    advance(moved.high, move.high, step);
    return moved;
  }

  test::ConeExample cone;
  ConePoint point;
  Matrix gradients;
  ConeResiduals residuals;
  ConeDirection move;
};

// One step meets the equalities, and no other residual of the cone's slacks appears.
TEST(ConeDirection, LeadsOntoEqualities) {
  Random random(6);
  for (const test::ConeKind& kind : test::cone_kinds()) {
    if (kind.equalities == 0 || kind.boxed) continue;
    const Example example(random, kind);
    ConeNewton newton(example.cone.problem);
    newton.factor(example.point, example.gradients);
    const ConeDirection move = newton.onto_equalities(example.point, example.gradients, example.residuals);
    ConePoint moved = example.point;
    moved.fields += move.fields;
    moved.potentials += move.potentials;
    find_slacks(example.cone.problem, example.gradients, moved.fields, moved.potentials, moved.arcs);
    const ConeResiduals left = residuals_of(example.cone.problem, moved, example.gradients);
    ASSERT_GT(example.residuals.equalities.norm(), 1e-3);
    EXPECT_LT(left.equalities.norm(), 1e-10 * example.residuals.equalities.norm());
    for (Index i = 0; i < move.slack.size(); ++i) {
      const auto k = static_cast<std::size_t>(i);
      EXPECT_NEAR(moved.arcs[k].slack, example.point.arcs[k].slack + move.slack[i], 1e-10);
    }
  }
}

// Everything but complementarity is linear: of each residual a step leaves what is left of the way.
TEST(ConeDirection, TakesAwayEveryLinearResidual) {
  Random random(1);
  for (const test::ConeKind& kind : test::cone_kinds())
    for (int trial = 0; trial < 3; ++trial) {
      const Example example(random, kind);
      const double size = example.residuals.fields.norm() + example.residuals.potentials.norm();
      for (const double step : {0.25, 1.0}) {
        const ConePoint moved = example.after(step);
        const ConeResiduals left = residuals_of(example.cone.problem, moved, example.gradients);
        EXPECT_LT((left.fields - (1 - step) * example.residuals.fields).norm(), 1e-9 * size);
        EXPECT_LT((left.potentials - (1 - step) * example.residuals.potentials).norm(), 1e-9 * size);
        for (const ConeArc& arc : moved.arcs)
          EXPECT_NEAR(arc.slack, test::slack_of(example.cone, arc, moved.fields, moved.potentials), 1e-9);
        if (kind.equalities > 0) {
          EXPECT_LT((left.equalities - (1 - step) * example.residuals.equalities).norm(), 1e-9);
        }
        if (!kind.boxed) continue;
        EXPECT_LT((left.low - (1 - step) * example.residuals.low).norm(), 1e-9);
        EXPECT_LT((left.high - (1 - step) * example.residuals.high).norm(), 1e-9);
      }
    }
}

TEST(ConeDirection, ReachIsWhereTheFirstSlackOrMultiplierVanishes) {
  Random random(2);
  for (const test::ConeKind& kind : test::cone_kinds()) {
    const Example example(random, kind);
    const double step = reach(example.point, example.move);
    ASSERT_LT(step, 1e6);
    const ConePoint moved = example.after(step);
    double least = std::numeric_limits<double>::infinity();
    for (const ConeArc& arc : moved.arcs) least = std::min({least, arc.slack, arc.multiplier});
    if (kind.boxed)
      least = std::min({least, moved.low.slack.minCoeff(), moved.high.slack.minCoeff(),
                        moved.low.multiplier.minCoeff(), moved.high.multiplier.minCoeff()});
    EXPECT_NEAR(least, 0, 1e-12);
  }
}

TEST(ConeDirection, TellsTheComplementarityAfterAStep) {
  Random random(3);
  for (const test::ConeKind& kind : test::cone_kinds()) {
    const Example example(random, kind);
    for (const double step : {0.0, 0.1, 0.7}) {
      const ConeResiduals left = residuals_of(example.cone.problem, example.after(step), example.gradients);
      EXPECT_NEAR(complementarity_after(example.point, example.move, step), left.complementarity,
                  1e-10 * (1 + std::abs(left.complementarity)));
    }
  }
}

// Steps, each nearly to the boundary, end where the conditions of Karush, Kuhn and Tucker hold for the arcs
// at hand.
TEST(ConeDirection, RepeatedSolvesTheProgramOfItsArcs) {
  Random random(4);
  for (const test::ConeKind& kind : test::cone_kinds()) {
    Example example(random, kind);
    const double enough = 1e-9 * example.cone.problem.linear.norm();
    const auto left = [&] { return example.residuals.complementarity + example.residuals.left_over; };
    for (int round = 0; round < 40 && left() > enough; ++round) {
      example.point = example.after(std::min(1.0, 0.99 * reach(example.point, example.move)));
      example.aim();
    }
    EXPECT_LT(left(), enough);
    for (const ConeArc& arc : example.point.arcs)
      EXPECT_GT(test::slack_of(example.cone, arc, example.point.fields, example.point.potentials), -1e-9);
  }
}

}  // namespace
}  // namespace wpga
