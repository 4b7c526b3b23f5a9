#include "wpga/study/statistics/robust.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace wpga {
namespace {

// ρ is concave in d², so that its tangent lies above it: why reweighting never raises the loss.
TEST(Robust, TangentsOfTheLossLieAboveIt) {
  for (const double scale : {0.1, 1.0, 30.0})
    for (double at = 0; at < 4; at += 0.25)
      for (double other = 0; other < 9; other += 0.5) {
        const double here = at * scale * scale, there = other * scale * scale;
        const double tangent = bounded_loss(here, scale) + loss_weight(here, scale) * (there - here);
        EXPECT_LE(bounded_loss(there, scale), tangent + 1e-12 * scale * scale);
      }
}

TEST(Robust, LossIsTheSquareNearbyAndBoundedFarAway) {
  EXPECT_NEAR(bounded_loss(1e-8, 1), 1e-8, 1e-15);
  EXPECT_NEAR(bounded_loss(1e6, 3), 9, 1e-12);
  EXPECT_DOUBLE_EQ(loss_weight(0, 2), 1);
  EXPECT_NEAR(loss_weight(4, 2), std::exp(-1), 1e-15);  // 1/e of its weight at the scale
}

}  // namespace
}  // namespace wpga
