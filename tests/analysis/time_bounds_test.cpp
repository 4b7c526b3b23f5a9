#include "wpga/analysis/curves/time_bounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "wpga/base/random.hpp"

namespace wpga {
namespace {

// curvature · t² + the least of some lines: the shape of t ↦ W2²(g_t, μ).
struct Shape {
  double curvature;
  std::vector<std::array<double, 2>> lines;

  double line(std::size_t k, double t) const { return lines[k][0] + lines[k][1] * t; }
  std::size_t lowest(double t) const {
    std::size_t best = 0;
    for (std::size_t k = 1; k < lines.size(); ++k)
      if (line(k, t) < line(best, t)) best = k;
    return best;
  }
  double at(double t) const { return curvature * t * t + line(lowest(t), t); }
  double least() const {
    double value = at(0);
    for (int k = 1; k <= 1000; ++k) value = std::min(value, at(k / 1000.0));
    return value;
  }
  // `loss`: how far the dual stays behind.
  SolvedTime solved(double t, double loss = 0) const {
    return {
        .time = t, .upper = at(t), .lower = at(t) - loss, .slope = 2 * curvature * t + lines[lowest(t)][1]};
  }
};

Shape random_shape(Random& random, double curvature) {
  Shape shape{curvature, {}};
  for (int k = 0; k < 8; ++k) shape.lines.push_back({50 + random.uniform(), 3 * random.normal()});
  return shape;
}

TEST(TimeBounds, HoldTheMinimumBetweenThemAndCloseOnIt) {
  Random random(1);
  for (const double curvature : {0.0, 0.1, 2.0, 20.0})
    for (int trial = 0; trial < 25; ++trial) {
      const Shape shape = random_shape(random, curvature);
      const double least = shape.least();
      TimeBounds bounds(curvature);
      for (const double end : {0.0, 1.0}) bounds.add(shape.solved(end));
      for (int step = 0; step < 40; ++step) {
        EXPECT_LE(bounds.lower_bound(), least + 1e-12);
        EXPECT_GE(bounds.best().value, shape.at(bounds.best().time) - 1e-12);  // the cost of some plan there
        if (bounds.solved(bounds.most_promising_time())) break;
        bounds.add(shape.solved(bounds.most_promising_time()));
      }
      EXPECT_LT(bounds.best().value - bounds.lower_bound(), 1e-3);
      EXPECT_LE(bounds.best().value, least + 1e-3);
    }
}

// Duals that stay behind, as entropic ones do, loosen the bound by no more than they lack.
TEST(TimeBounds, StayTrueForDualsThatStayBehind) {
  Random random(2);
  for (int trial = 0; trial < 25; ++trial) {
    const Shape shape = random_shape(random, 3);
    TimeBounds bounds(3);
    for (const double time : {0.0, 1.0, 0.3, 0.6, 0.45}) bounds.add(shape.solved(time, 0.1));
    TimeBounds tight(3);
    for (const double time : {0.0, 1.0, 0.3, 0.6, 0.45}) tight.add(shape.solved(time));
    EXPECT_LE(bounds.lower_bound(), shape.least() + 1e-12);
    EXPECT_NEAR(bounds.lower_bound(), tight.lower_bound() - 0.1, 1e-12);
  }
}

TEST(TimeBounds, TakeLowerValuesOfTimesThatWereNotSolved) {
  Random random(3);
  for (int trial = 0; trial < 25; ++trial) {
    const Shape shape = random_shape(random, 3);
    TimeBounds bounds(3);
    bounds.add(shape.solved(0.5));
    for (const double time : {0.0, 0.25, 1.0}) bounds.add_lower(time, shape.at(time) - random.uniform());
    EXPECT_LE(bounds.lower_bound(), shape.least() + 1e-12);
    EXPECT_FALSE(bounds.solved(0.25));
    EXPECT_TRUE(bounds.solved(0.5));
    EXPECT_EQ(bounds.solves(), 1);
    // A second look at a time only ever raises the bound.
    const double before = bounds.lower_bound();
    bounds.add_lower(0.25, -100);
    EXPECT_EQ(bounds.lower_bound(), before);
  }
}

TEST(TimeBounds, KnowNothingBeforeBothEndsAreBounded) {
  TimeBounds bounds(1);
  EXPECT_EQ(bounds.lower_bound(), -std::numeric_limits<double>::infinity());
  bounds.add({0.5, 2, 2, 0});
  bounds.add_lower(0, 1);
  EXPECT_EQ(bounds.lower_bound(), -std::numeric_limits<double>::infinity());
  bounds.add_lower(1, 1);
  EXPECT_TRUE(std::isfinite(bounds.lower_bound()));
}

// Without its slope a plan is believed where it was solved, and nowhere else.
TEST(TimeBounds, FollowNoPlanWhoseSlopeIsUnknown) {
  TimeBounds bounds(4);
  bounds.add({.time = 0.1, .upper = 3, .lower = 2});
  EXPECT_EQ(bounds.best().time, 0.1);
  EXPECT_EQ(bounds.best().value, 3);
}

TEST(TimeBounds, SayWhetherTheUpperBoundFell) {
  TimeBounds bounds(0);
  EXPECT_TRUE(bounds.add({0, 3, 3, 0}));
  EXPECT_FALSE(bounds.add({1, 4, 4, 0}));
  EXPECT_TRUE(bounds.add({0.5, 2, 2, 0}));
  EXPECT_EQ(bounds.best().time, 0.5);
  EXPECT_EQ(bounds.best().value, 2);
}

// The plan of one solve is followed to its own best time.
TEST(TimeBounds, FollowAPlanToTheBottomOfItsParabola) {
  const Shape shape{4, {{1, -4}}};  // least at t = ½: 1 − 1
  TimeBounds bounds(4);
  bounds.add(shape.solved(0.1));
  EXPECT_NEAR(bounds.best().time, 0.5, 1e-15);
  EXPECT_NEAR(bounds.best().value, 0, 1e-15);
}

}  // namespace
}  // namespace wpga
