#include "wpga/numerics/box_minimum.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "wpga/base/random.hpp"

namespace wpga {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Problem {
  Matrix metric;
  std::array<double, 2> right, low, high;

  double value(double x, double y) const {
    return 0.5 * (metric(0, 0) * x * x + metric(1, 1) * y * y) + metric(0, 1) * x * y - right[0] * x -
           right[1] * y;
  }
};

Problem random_problem(Random& random) {
  const Matrix root = Matrix::NullaryExpr(2, 2, [&] { return random.normal(); });
  Problem problem{root * root.transpose() + 0.05 * Matrix::Identity(2, 2), {}, {}, {}};
  for (std::size_t a = 0; a < 2; ++a) {
    problem.right[a] = 2 * random.normal();
    problem.low[a] = -random.uniform();
    problem.high[a] = random.uniform();
  }
  return problem;
}

TEST(BoxMinimum, OfOneUnknownIsTheClampedOne) {
  EXPECT_EQ(box_minimum(2, 1, -1, 1).value[0], 0.5);
  EXPECT_TRUE(box_minimum(2, 1, -1, 1).free[0]);
  EXPECT_EQ(box_minimum(2, 3, -1, 1).value[0], 1);
  EXPECT_FALSE(box_minimum(2, 3, -1, 1).free[0]);
  EXPECT_EQ(box_minimum(2, -3, -1, 1).value[0], -1);
}

TEST(BoxMinimum, OfTwoUnknownsIsNoMoreThanAnywhereElseInTheBox) {
  Random random(1);
  for (int trial = 0; trial < 500; ++trial) {
    const Problem p = random_problem(random);
    const BoxMinimum found = box_minimum(p.metric, p.right, p.low, p.high);
    for (std::size_t a = 0; a < 2; ++a) {
      EXPECT_GE(found.value[a], p.low[a]);
      EXPECT_LE(found.value[a], p.high[a]);
    }
    const double least = p.value(found.value[0], found.value[1]);
    for (int i = 0; i <= 20; ++i)
      for (int j = 0; j <= 20; ++j)
        EXPECT_LE(least, p.value(std::lerp(p.low[0], p.high[0], i / 20.0),
                                 std::lerp(p.low[1], p.high[1], j / 20.0)) +
                             1e-12);
  }
}

// What is called free answers to a change of r with the inverse metric of the free unknowns, the rest not at
// all.
TEST(BoxMinimum, SaysWhichUnknownsAnswerToAChange) {
  Random random(2);
  for (int trial = 0; trial < 500; ++trial) {
    Problem p = random_problem(random);
    const BoxMinimum before = box_minimum(p.metric, p.right, p.low, p.high);
    p.right[0] += 1e-9;
    const BoxMinimum after = box_minimum(p.metric, p.right, p.low, p.high);
    if (before.free != after.free) continue;
    const double determinant = p.metric.determinant();
    const double expected = !before.free[0]  ? 0
                            : before.free[1] ? p.metric(1, 1) / determinant
                                             : 1 / p.metric(0, 0);
    EXPECT_NEAR((after.value[0] - before.value[0]) / 1e-9, expected, 1e-5 * (1 + expected));
    if (!before.free[1]) {
      EXPECT_EQ(after.value[1], before.value[1]);
    }
  }
}

TEST(BoxMinimum, TakesInfiniteBounds) {
  const Matrix metric{{2, 1}, {1, 2}};
  const BoxMinimum free = box_minimum(metric, {3, 3}, {-infinity, -infinity}, {infinity, infinity});
  EXPECT_NEAR(free.value[0], 1, 1e-15);
  EXPECT_NEAR(free.value[1], 1, 1e-15);
  const BoxMinimum half = box_minimum(metric, {3, 3}, {-infinity, -infinity}, {infinity, 0});
  EXPECT_NEAR(half.value[0], 1.5, 1e-15);
  EXPECT_EQ(half.value[1], 0);
}

}  // namespace
}  // namespace wpga
