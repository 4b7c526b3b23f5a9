#include "wpga/transport/dual_bound.hpp"

#include <gtest/gtest.h>

#include "transport/random_measures.hpp"
#include "wpga/transport/displacement.hpp"
#include "wpga/transport/simplex/transport_simplex.hpp"

namespace wpga {
namespace {

struct Solved {
  double cost;
  Vector potentials;
  Matrix map;
};

Solved solve(const Measure& source, const Measure& target) {
  const auto coupling = exact_transport()->coupling(source.weights);
  coupling->attach(target.view(), {});
  Solved solved{coupling->solve(source.points).primal, {}, Matrix(source.dimension(), source.size())};
  solved.potentials = coupling->source_potentials();
  coupling->barycentric_map(solved.map);
  return solved;
}

// Σ b u'' + Σ a u' with u'_j = min_k (c_kj − u_k) and u''_k = min_j (c_kj − u'_j), one pair at a time.
double plain_dual(const Measure& source, const Measure& target, const Vector& potentials) {
  Matrix costs(source.size(), target.size());
  for (Index k = 0; k < source.size(); ++k)
    for (Index j = 0; j < target.size(); ++j)
      costs(k, j) = (source.points.col(k) - target.points.col(j)).squaredNorm();
  const Vector there = (costs.colwise() - potentials).colwise().minCoeff();
  const Vector back = (costs.rowwise() - there.transpose()).rowwise().minCoeff();
  return source.weights.dot(back) + target.weights.dot(there);
}

TEST(DualBound, IsNeverMoreThanTheCost) {
  Random random(1);
  for (const Index dimension : {1, 2, 6})
    for (int trial = 0; trial < 20; ++trial) {
      const Measure source = random_cloud(random, 12, dimension), target = random_cloud(random, 9, dimension);
      const double cost = couple(source.view(), target.view(), {}).value.primal;
      const double spread = trial % 3;
      const Vector any = Vector::NullaryExpr(12, [&] { return spread * random.normal(); });
      const double bound = dual_bound(source.points, source.weights, target.view(), any);
      EXPECT_LE(bound, cost + 1e-12);
      EXPECT_NEAR(bound, std::max(0.0, plain_dual(source, target, any)), 1e-12);
    }
}

TEST(DualBound, IsTheCostForOptimalPotentials) {
  Random random(2);
  for (const Index dimension : {1, 2, 6})
    for (int trial = 0; trial < 10; ++trial) {
      const Measure source = random_cloud(random, 15, dimension),
                    target = random_cloud(random, 11, dimension);
      const Solved solved = solve(source, target);
      EXPECT_NEAR(dual_bound(source.points, source.weights, target.view(), solved.potentials), solved.cost,
                  1e-11);
    }
}

// A constant added to the potentials changes nothing.
TEST(DualBound, DoesNotSeeAConstant) {
  Random random(3);
  const Measure source = random_cloud(random, 8, 2), target = random_cloud(random, 9, 2);
  const Vector any = Vector::NullaryExpr(8, [&] { return random.normal(); });
  EXPECT_NEAR(dual_bound(source.points, source.weights, target.view(), any),
              dual_bound(source.points, source.weights, target.view(), any.array() + 7), 1e-12);
}

// The plan of a translated source stays optimal, and its potentials are those carried along.
TEST(MovedPotentials, AreOptimalForATranslatedSource) {
  Random random(4);
  for (int trial = 0; trial < 10; ++trial) {
    const Measure source = random_cloud(random, 12, 3), target = random_cloud(random, 12, 3);
    const Solved solved = solve(source, target);
    Measure moved = source;
    moved.points.colwise() += Vector{{1, -2, 0.5}};
    const Vector carried =
        moved_potentials(solved.potentials, source.points, moved.points, source.weights, solved.map);
    EXPECT_NEAR(dual_bound(moved.points, moved.weights, target.view(), carried),
                couple(moved.view(), target.view(), {}).value.primal, 1e-10);
  }
}

// A source that is blown up keeps its plan, too: T is a gradient, and so is the field that moves it.
TEST(MovedPotentials, AreOptimalForASourceThatExpandsAlongItsMap) {
  Random random(6);
  const Measure source = random_cloud(random, 12, 2, Weights::uniform);
  const Measure target = random_cloud(random, 12, 2, Weights::uniform);
  const Solved solved = solve(source, target);
  for (const double rate : {0.1, 1.0}) {
    const Measure moved{source.points + rate * solved.map, source.weights};
    const Vector carried =
        moved_potentials(solved.potentials, source.points, moved.points, source.weights, solved.map);
    EXPECT_NEAR(dual_bound(moved.points, moved.weights, target.view(), carried),
                couple(moved.view(), target.view(), {}).value.primal, 1e-10);
  }
}

// Carried along a smooth field they bound better than left behind.
TEST(MovedPotentials, BoundBetterThanThoseLeftBehind) {
  Random random(5);
  double carried = 0, left = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const Measure source = random_cloud(random, 15, 2), target = random_cloud(random, 15, 2);
    const Solved solved = solve(source, target);
    Measure moved = source;
    moved.points += 0.2 * Matrix{{1, 0.5}, {0.5, -1}} * source.points;
    moved.points.colwise() += Vector{{0.1, -0.2}};
    const double cost = couple(moved.view(), target.view(), {}).value.primal;
    const Vector potentials =
        moved_potentials(solved.potentials, source.points, moved.points, source.weights, solved.map);
    carried += cost - dual_bound(moved.points, moved.weights, target.view(), potentials);
    left += cost - dual_bound(moved.points, moved.weights, target.view(), solved.potentials);
  }
  EXPECT_LT(carried, 0.5 * left);
}

TEST(WithoutRounding, TellsItFromAContradiction) {
  Index contradictions = 0;
  EXPECT_EQ(without_rounding(0.5, 1, 10, contradictions), 0.5);
  EXPECT_EQ(without_rounding(1 + 1e-13, 1, 10, contradictions), 1);
  EXPECT_EQ(contradictions, 0);
  EXPECT_EQ(without_rounding(1.25, 1, 10, contradictions), 1.25);
  EXPECT_EQ(contradictions, 1);
}

// W2²(z_s, x) − ‖z_s‖² is a minimum of functions linear in s, so concave: its chord is a lower bound, which
// potentials on the straight line meet before they are improved.
TEST(PotentialsOnLine, ProveTheChordAndMoreBetweenTwoSources) {
  Random random(7);
  for (const Index dimension : {1, 2, 5})
    for (int trial = 0; trial < 10; ++trial) {
      const Measure source = random_cloud(random, 14, dimension),
                    target = random_cloud(random, 10, dimension);
      const Matrix way = random_cloud(random, 14, dimension).points;
      const Measure other{source.points + way, source.weights};
      const Solved here = solve(source, target), there = solve(other, target);
      const double squared = source.weights.dot(way.colwise().squaredNorm());
      for (const double share : {0.0, 0.2, 0.5, 0.9, 1.0}) {
        const Measure between{source.points + share * way, source.weights};
        const double chord = (1 - share) * here.cost + share * there.cost - share * (1 - share) * squared;
        const Vector potentials =
            potentials_on_line(here.potentials, source.points, there.potentials, other.points, share);
        const double bound = dual_bound(between.points, between.weights, target.view(), potentials);
        EXPECT_GE(bound, chord - 1e-11);
        EXPECT_LE(bound, solve(between, target).cost + 1e-11);
      }
    }
}

// Potentials of a source that is only shifted change by a function linear in the shift, so that two sources
// tell them for every third one, beyond both as well.
TEST(PotentialsOnLine, FollowAShiftBeyondBothSources) {
  Random random(8);
  const Measure source = random_cloud(random, 14, 2), target = random_cloud(random, 10, 2);
  const Vector shift{{0.7, -1.3}};
  const Measure other{source.points.colwise() + shift, source.weights};
  const Solved here = solve(source, target), there = solve(other, target);
  for (const double share : {-2.0, 1.5, 3.0}) {
    const Measure beyond{source.points.colwise() + share * shift, source.weights};
    const Vector potentials =
        potentials_on_line(here.potentials, source.points, there.potentials, other.points, share);
    EXPECT_NEAR(dual_bound(beyond.points, beyond.weights, target.view(), potentials),
                solve(beyond, target).cost, 1e-9);
  }
}

}  // namespace
}  // namespace wpga
