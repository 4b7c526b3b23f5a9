#include "wpga/analysis/cone/optimal_map.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "analysis/all_cycles.hpp"
#include "analysis/dense_program.hpp"
#include "analysis/random_families.hpp"
#include "wpga/analysis/cone/orthogonality.hpp"
#include "wpga/transport/displacement.hpp"

namespace wpga {
namespace {

using test::normal_matrix;
using test::random_mean;

TEST(MapGap, VanishesForGradientsOfConvexFunctions) {
  Random random(1);
  for (const Index dimension : {1, 2, 3, 10}) {
    const Measure mean = random_mean(random, dimension, 30);
    const Matrix root = normal_matrix(random, dimension, dimension);
    const Matrix field = root * root.transpose() * mean.points - mean.points;
    EXPECT_LT(map_gap(mean, field), 1e-12);
    EXPECT_LT(map_gap(mean, Vector::Ones(dimension).replicate(1, 30)), 1e-12);
    EXPECT_LT(map_gap(mean, -0.9 * mean.points), 1e-12);
  }
}

TEST(MapGap, VanishesForRisingMapsOfTheLine) {
  Random random(2);
  Measure mean = random_mean(random, 1, 20);
  std::ranges::sort(mean.points.reshaped());
  Matrix image = normal_matrix(random, 1, 20);
  std::ranges::sort(image.reshaped());
  EXPECT_LT(map_gap(mean, image - mean.points), 1e-12);
}

TEST(MapGap, IsZeroForAMapThatMovesNothing) {
  Random random(3);
  const Measure mean = random_mean(random, 2, 5);
  EXPECT_EQ(map_gap(mean, Matrix::Zero(2, 5)), 0);
}

// ±1 ↦ ∓a: staying on one's own side costs (1 − a)² instead of (1 + a)².
TEST(MapGap, OfACrossingIsKnown) {
  const Measure mean{Matrix{{-1, 1}}, Vector{{0.5, 0.5}}};
  for (const double a : {0.1, 0.5, 1.0, 2.0})
    EXPECT_NEAR(map_gap(mean, Matrix{{1 + a, -1 - a}}), 1 - std::pow((1 - a) / (1 + a), 2), 1e-14);
}

// The corners of a square turned by a right angle are the same corners.
TEST(MapGap, OfARightAngleOnASquareIsOne) {
  const Measure square{Matrix{{1, -1, -1, 1}, {1, 1, -1, -1}}, Vector::Constant(4, 0.25)};
  const Matrix turned{{-1, -1, 1, 1}, {1, -1, -1, 1}};
  EXPECT_NEAR(map_gap(square, turned - square.points), 1, 1e-14);
}

TEST(MapGap, IsTheShareOfTheDistanceThatIsLost) {
  Random random(4);
  for (const Index dimension : {1, 2, 5})
    for (int trial = 0; trial < 5; ++trial) {
      const Measure mean = random_mean(random, dimension, 15);
      const Matrix field = normal_matrix(random, dimension, 15);
      const Measure moved{mean.points + field, mean.weights};
      const double distance = couple(mean.view(), moved.view(), {}).value.primal;
      EXPECT_NEAR(map_gap(mean, field), 1 - distance / squared_norm(mean.weights, field), 1e-11);
    }
}

TEST(MapGap, DoesNotDependOnWhereTheMeanIs) {
  Random random(5);
  const Measure mean = random_mean(random, 2, 12);
  const Matrix field = normal_matrix(random, 2, 12);
  const Measure far{mean.points.array() + 1e6, mean.weights};
  EXPECT_NEAR(map_gap(far, field), map_gap(mean, field), 1e-8);
}

// A plan that stopped early costs too much, which would make a map look better than it is: the dual does not.
TEST(MapGap, IsAnUpperBoundWherePivotsRunOut) {
  Random random(41);
  int stopped = 0;
  for (const int pivots : {1, 3, 10, 30}) {
    const Measure mean = random_mean(random, 2, 40);
    const Matrix field = 2 * normal_matrix(random, 2, 40);
    const double early = MapCoupling(mean, {.pivots = pivots}).gap(field), whole = map_gap(mean, field);
    EXPECT_GE(early, whole - 1e-12) << pivots;
    stopped += early > whole + 1e-9 ? 1 : 0;
  }
  EXPECT_GT(stopped, 1);
}

TEST(MapGap, TakesRoundingForNothingAndKeepsContradictions) {
  EXPECT_EQ(gap_of(1 + 1e-14, 1, 1), 0);
  EXPECT_EQ(gap_of(1e-20 + 1e-13, 1e-20, 1), 0);  // a field that is tiny beside the mean
  EXPECT_NEAR(gap_of(1.5, 1, 1), -0.5, 1e-15);
  EXPECT_NEAR(gap_of(0.25, 1, 1), 0.75, 1e-15);
  EXPECT_EQ(gap_of(0, 0, 1), 0);
}

// Σ_{k≠l} P_kl of an optimal plan that another coupling finds.
TEST(RepairedMass, IsTheMassOffTheDiagonal) {
  Random random(42);
  for (const double size : {0.1, 0.5, 2.0}) {
    const Measure mean = random_mean(random, 2, 30);
    const Matrix field = size * normal_matrix(random, 2, 30);
    const Measure end{mean.points + field, mean.weights};
    double elsewhere = 0;
    for (const PlanEntry& entry : couple(mean.view(), end.view(), {}).plan)
      elsewhere += entry.source == entry.target ? 0 : entry.mass;
    EXPECT_NEAR(map_proof(mean, field).repaired_mass, elsewhere, 1e-12);
  }
}

TEST(RepairedMass, IsAllOfASquareThatTurnsAndNothingOfTies) {
  const Measure square{Matrix{{1, -1, -1, 1}, {1, 1, -1, -1}}, Vector::Constant(4, 0.25)};
  const Matrix turned{{-1, -1, 1, 1}, {1, -1, -1, 1}};
  EXPECT_NEAR(map_proof(square, turned - square.points).repaired_mass, 1, 1e-14);
  // Atoms in one place: it is no matter which of them goes where.
  const Measure twice{Matrix{{0, 0, 1, 1}, {0, 0, 0, 0}}, Vector::Constant(4, 0.25)};
  const Matrix apart{{0.1, -0.1, 0.2, 0.3}, {1, -1, 2, -2}};
  EXPECT_EQ(map_proof(twice, apart).repaired_mass, 0);
  // Both atoms to one place: all plans cost the same.
  const Measure pair{Matrix{{-1, 1}, {0, 0}}, Vector::Constant(2, 0.5)};
  EXPECT_EQ(map_proof(pair, Matrix{{1, -1}, {3, 3}}).repaired_mass, 0);
}

// A small gap may hide near ties: images that have just passed each other cost nearly nothing.
TEST(RepairedMass, SeesNearTiesThatAGapDoesNot) {
  const Measure pair{Matrix{{-1e-3, 1e-3}, {0, 0}}, Vector::Constant(2, 0.5)};
  const Matrix crossed{{1.1e-3, -1.1e-3}, {1, 1}};
  const MapProof proof = map_proof(pair, crossed);
  EXPECT_LT(proof.gap, 1e-5);
  EXPECT_NEAR(proof.repaired_mass, 1, 1e-14);
}

TEST(MapCoupling, ProjectsBarycentricallyOnOptimalMaps) {
  Random random(6);
  for (const Index dimension : {1, 2, 3})
    for (int trial = 0; trial < 5; ++trial) {
      const Measure mean = random_mean(random, dimension, 20);
      const Matrix field = normal_matrix(random, dimension, 20);
      MapCoupling coupling(mean);
      EXPECT_GT(coupling.gap(field), 0.01);
      EXPECT_LT(map_gap(mean, coupling.barycentric_projection(field)), 1e-11);
    }
}

// Of uniform atoms the barycentric projection only exchanges images: it is at W2 distance 0 from the map.
TEST(MapCoupling, BarycentricProjectionOfEqualAtomsExchangesImages) {
  Random random(7);
  const Measure mean = test::uniform_mean(random, 2, 10);
  const Matrix field = normal_matrix(random, 2, 10);
  MapCoupling coupling(mean);
  coupling.gap(field);
  const Measure before{mean.points + field, mean.weights};
  const Measure after{mean.points + coupling.barycentric_projection(field), mean.weights};
  EXPECT_LT(couple(before.view(), after.view(), {}).value.primal, 1e-20);
}

}  // namespace
}  // namespace wpga
