#include "wpga/numerics/cutting_planes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

double at(const Vector& knots, const Vector& values, double time) {
  Index k = 0;
  while (k + 2 < knots.size() && knots[k + 1] < time) ++k;
  const double share = (time - knots[k]) / (knots[k + 1] - knots[k]);
  return (1 - share) * values[k] + share * values[k + 1];
}

TEST(CuttingPlanes, FindTheLowestPointOfTheUpperEnvelope) {
  Random random(1);
  const Vector knots{{0, 0.1, 0.45, 0.8, 1}};
  for (int trial = 0; trial < 50; ++trial) {
    CuttingPlanes planes(knots);
    std::vector<Vector> lines;
    for (int i = 0; i < 1 + trial % 6; ++i) {
      lines.push_back(test::normal_matrix(random, knots.size(), 1));
      planes.add(lines.back());
    }
    const auto envelope = [&](double time) {
      double best = -1e300;
      for (const Vector& line : lines) best = std::max(best, at(knots, line, time));
      return best;
    };
    const CuttingPlanes::Lowest found = planes.lowest();
    EXPECT_NEAR(envelope(found.time), found.value, 1e-12);
    for (int step = 0; step <= 1000; ++step) EXPECT_GE(envelope(step / 1000.0), found.value - 1e-12);
  }
}

TEST(CuttingPlanes, KnowTheSlopesOnBothSidesOfAKnot) {
  CuttingPlanes planes(Vector{{0, 0.5, 1}});
  planes.add(Vector{{1, 0, 4}});
  EXPECT_DOUBLE_EQ(planes.last_slopes(0.5).left, -2);
  EXPECT_DOUBLE_EQ(planes.last_slopes(0.5).right, 8);
  EXPECT_DOUBLE_EQ(planes.last_slopes(0.2).left, planes.last_slopes(0.2).right);
  EXPECT_DOUBLE_EQ(planes.last_slopes(0).left, -2);
  EXPECT_DOUBLE_EQ(planes.last_slopes(1).right, 8);
}

}  // namespace
}  // namespace wpga
