#include "wpga/base/random.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace wpga {
namespace {

TEST(Random, RepeatsItselfAndSeparatesStreams) {
  Random a(7, 1), b(7, 1), other(7, 2);
  for (int i = 0; i < 100; ++i) {
    const auto bits = a.bits();
    EXPECT_EQ(bits, b.bits());
    EXPECT_NE(bits, other.bits());
  }
}

TEST(Random, NormalHasTheMomentsOfTheBellCurve) {
  Random random(3);
  const int n = 200000;
  double m1 = 0, m2 = 0, m4 = 0;
  for (int i = 0; i < n; ++i) {
    const double x = random.normal();
    m1 += x / n, m2 += x * x / n, m4 += x * x * x * x / n;
  }
  EXPECT_NEAR(m1, 0, 0.01);
  EXPECT_NEAR(m2, 1, 0.02);
  EXPECT_NEAR(m4, 3, 0.1);
}

TEST(Random, BelowIsUniform) {
  Random random(4);
  std::array<int, 7> counts{};
  for (int i = 0; i < 70000; ++i) ++counts[static_cast<std::size_t>(random.below(7))];
  for (const int count : counts) EXPECT_NEAR(count, 10000, 500);
}

}  // namespace
}  // namespace wpga
