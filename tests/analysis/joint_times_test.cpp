#include "wpga/analysis/curves/joint_times.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

constexpr double left_out = std::numeric_limits<double>::quiet_NaN();

// ‖Z − T‖² as a function of the times, less its value at `start`.
struct Parabola {
  Matrix gram;
  Vector start, slope;

  double operator()(const Vector& times) const {
    const Vector step = (times - start).array().isNaN().select(0, times - start);
    return 2 * slope.dot(step) + step.dot(gram * step);
  }
};

Parabola random_parabola(Random& random, Index count, double lean) {
  const Matrix root = Matrix::Identity(count, count) + lean * test::normal_matrix(random, count, count);
  return {root.transpose() * root, Vector::NullaryExpr(count, [&] { return random.uniform(); }),
          test::normal_matrix(random, count, 1)};
}

// The best of a grid in a window, which closes around it.
Vector best_by_grids(const Parabola& parabola) {
  constexpr int cells = 8;
  const Index count = parabola.start.size();
  Vector best = Vector::Constant(count, 0.5);
  double least = std::numeric_limits<double>::infinity();
  for (double window = 1; window > 1e-7; window *= 0.5) {
    const Vector center = best;
    int points = 1;
    for (Index c = 0; c < count; ++c) points *= cells + 1;
    for (int number = 0; number < points; ++number) {
      Vector times(count);
      for (Index c = 0, rest = number; c < count; ++c, rest /= cells + 1)
        times[c] = std::clamp(center[c] + window * (static_cast<double>(rest % (cells + 1)) / cells - 0.5),
                              0.0, 1.0);
      if (!(parabola(times) < least)) continue;
      least = parabola(times);
      best = times;
    }
  }
  return best;
}

TEST(JointTimes, AreTheBestOfAllGrids) {
  Random random(1);
  int inside = 0, held = 0;
  for (const Index count : {1, 2, 3})
    for (int trial = 0; trial < 20; ++trial) {
      const Parabola parabola = random_parabola(random, count, 0.3);
      Vector times = parabola.start, slope = parabola.slope;
      const double change = improve_times(parabola.gram, times, slope);
      const Vector best = best_by_grids(parabola);
      EXPECT_LE(change, parabola(best) + 1e-12);
      EXPECT_LT((times - best).cwiseAbs().maxCoeff(), 1e-6);
      for (const double time : times) ++(time > 0 && time < 1 ? inside : held);
    }
  EXPECT_GT(inside, 20);
  EXPECT_GT(held, 20);
}

// Also where fifty sweeps are not enough: nearly parallel directions.
TEST(JointTimes, TellTheChangeAndTheSlopeWhereTheyStop) {
  Random random(2);
  for (const double lean : {0.3, 3.0, 1e3})
    for (int trial = 0; trial < 10; ++trial) {
      const Parabola parabola = random_parabola(random, 4, lean);
      Vector times = parabola.start, slope = parabola.slope;
      const double change = improve_times(parabola.gram, times, slope);
      const double size = parabola.gram.norm() + parabola.slope.norm();
      EXPECT_LE(change, 1e-14 * size);
      EXPECT_NEAR(change, parabola(times), 1e-12 * size);
      EXPECT_LT((slope - parabola.slope - parabola.gram * (times - parabola.start)).norm(), 1e-12 * size);
      EXPECT_GE(times.minCoeff(), 0);
      EXPECT_LE(times.maxCoeff(), 1);
    }
}

TEST(JointTimes, OfOrthogonalDirectionsAreThoseOfEachAlone) {
  Random random(3);
  Parabola parabola = random_parabola(random, 3, 0);
  parabola.gram = Vector{{0.5, 2, 1}}.asDiagonal();
  Vector times = parabola.start, slope = parabola.slope;
  improve_times(parabola.gram, times, slope);
  for (Index c = 0; c < 3; ++c)
    EXPECT_NEAR(times[c], std::clamp(parabola.start[c] - parabola.slope[c] / parabola.gram(c, c), 0.0, 1.0),
                1e-15);
}

TEST(JointTimes, LeaveOutWhatIsLeftOutAndWhatStandsStill) {
  Random random(4);
  for (int trial = 0; trial < 10; ++trial) {
    Parabola parabola = random_parabola(random, 4, 0.3);
    parabola.start[1] = left_out;
    parabola.gram.row(2).setZero();
    parabola.gram.col(2).setZero();
    parabola.slope[2] = 0;
    Vector times = parabola.start, slope = parabola.slope;
    const double change = improve_times(parabola.gram, times, slope);
    EXPECT_TRUE(std::isnan(times[1]));
    EXPECT_EQ(times[2], parabola.start[2]);
    EXPECT_NEAR(change, parabola(times), 1e-12);
    // The other two as if they were alone.
    const std::vector<Index> used = {0, 3};
    const Parabola pair{parabola.gram(used, used), parabola.start(used), parabola.slope(used)};
    EXPECT_LT((times(used) - best_by_grids(pair)).cwiseAbs().maxCoeff(), 1e-6);
  }
}

}  // namespace
}  // namespace wpga
