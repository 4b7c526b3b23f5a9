#include "wpga/analysis/cone/box_side.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Matrix positive(Random& random) {
  return Matrix::NullaryExpr(2, 3, [&] { return random.uniform(0.1, 1); });
}

BoxSide random_side(Random& random) {
  const Matrix slack = positive(random);
  return {slack, positive(random)};
}

TEST(BoxSide, BeginsOnTheCentralPathOffTheWallAndWithoutWhatHasNoBound) {
  const Matrix distance{{2.0, 0.0, infinity}};
  const Vector weights{{0.2, 0.3, 0.5}};
  const BoxSide side = box_side(distance, weights, 10, 0.7);
  EXPECT_TRUE(side.slack.isApprox(Matrix{{2.0, 0.1, 1.0}}));
  EXPECT_TRUE(side.multiplier.isApprox(Matrix{{0.7 * 0.2 / 2.0, 0.7 * 0.3 / 0.1, 0.0}}));
}

// (s + Δs)(m + Δm) = barrier · weight to first order, and Δs brings the slack to the distance.
TEST(BoxSide, MoveSolvesTheLinearisedConditions) {
  Random random(1);
  const Vector weights{{0.2, 0.3, 0.5}};
  for (const bool second_order : {false, true}) {
    BoxSide side = random_side(random);
    side.multiplier(1, 2) = 0;  // no bound
    BoxSide first{test::normal_matrix(random, 2, 3), test::normal_matrix(random, 2, 3)};
    first.slack(1, 2) = first.multiplier(1, 2) = 0;
    const Matrix residual = test::normal_matrix(random, 2, 3), away = test::normal_matrix(random, 2, 3);
    const Matrix excess = box_excess(side, residual, weights, 0.4, second_order ? &first : nullptr);
    const BoxSide move = box_move(side, residual, excess, away);
    for (Index k = 0; k < 3; ++k)
      for (Index i = 0; i < 2; ++i) {
        if (side.multiplier(i, k) == 0) {
          EXPECT_EQ(excess(i, k), 0);
          EXPECT_EQ(move.slack(i, k), 0);
          EXPECT_EQ(move.multiplier(i, k), 0);
          continue;
        }
        EXPECT_NEAR(move.slack(i, k), away(i, k) + residual(i, k), 1e-14);
        const double product = side.slack(i, k) * side.multiplier(i, k) +
                               side.slack(i, k) * move.multiplier(i, k) +
                               side.multiplier(i, k) * move.slack(i, k);
        const double before = second_order ? first.slack(i, k) * first.multiplier(i, k) : 0;
        EXPECT_NEAR(product + before, 0.4 * weights[k], 1e-13);
      }
  }
}

TEST(BoxSide, ReachIsWhereTheFirstEntryVanishes) {
  Random random(2);
  for (int trial = 0; trial < 20; ++trial) {
    BoxSide side = random_side(random);
    const BoxSide move{test::normal_matrix(random, 2, 3), test::normal_matrix(random, 2, 3)};
    const double step = reach(side, move), before = complementarity_after(side, move, 0.5 * step);
    EXPECT_NEAR(before,
                ((side.slack + 0.5 * step * move.slack).array() *
                 (side.multiplier + 0.5 * step * move.multiplier).array())
                    .sum(),
                1e-14);
    advance(side, move, step);
    EXPECT_NEAR(std::min(side.slack.minCoeff(), side.multiplier.minCoeff()), 0, 1e-14);
    EXPECT_NEAR(complementarity_after(side, move, 0), side.slack.cwiseProduct(side.multiplier).sum(), 1e-14);
  }
  EXPECT_EQ(reach(BoxSide{}, BoxSide{}), std::numeric_limits<double>::max());
  EXPECT_EQ(reach(1, 0), std::numeric_limits<double>::max());
}

}  // namespace
}  // namespace wpga
