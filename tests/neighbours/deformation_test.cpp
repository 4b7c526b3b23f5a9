#include "wpga/neighbours/maps/deformation.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "neighbours/affine_families.hpp"
#include "wpga/base/decompositions.hpp"
#include "wpga/transport/engine_choice.hpp"

namespace wpga {
namespace {

AffineMap towards(const Measure& source, const Measure& target, Deformation kind) {
  const auto engine = make_transport(TransportMethod::exact, {});
  const auto coupling = engine->coupling(source.weights);
  coupling->attach(target.view(), {});
  return nearest_deformation(source, target.view(), kind, *coupling);
}

// n equal atoms on the line, sorted.
Measure sorted_line(Random& random, Index count) {
  Measure line = test::uniform_mean(random, 1, count);
  std::ranges::sort(line.points.reshaped());
  return line;
}

// On the line the k-th atom goes to the k-th, so that the slope is that of least squares.
TEST(Deformation, ScaleOnTheLineIsTheSlopeOfSortedAtoms) {
  Random random(1);
  for (int trial = 0; trial < 10; ++trial) {
    const Measure source = sorted_line(random, 15), target = sorted_line(random, 15);
    const Vector x = source.points.row(0).array() - source.points.mean(),
                 y = target.points.row(0).array() - target.points.mean();
    for (const Deformation kind : {Deformation::scale, Deformation::scatter}) {
      const AffineMap found = towards(source, target, kind);
      EXPECT_NEAR(found.linear(0, 0), x.dot(y) / x.squaredNorm(), 1e-12);
      EXPECT_NEAR(found.shift[0], target.points.mean() - source.points.mean(), 1e-12);
    }
    EXPECT_EQ(towards(source, target, Deformation::translation).linear(0, 0), 1);
  }
}

// All mass of the target in one place: the best scale is 0, whatever the source.
TEST(Deformation, TowardsOnePlaceIsItsPoint) {
  Random random(2);
  const Measure source = test::random_mean(random, 3, 12);
  const Measure point{test::normal_matrix(random, 3, 1), Vector::Ones(1)};
  EXPECT_LT(towards(source, point, Deformation::scale).linear.norm(), 1e-12);
  EXPECT_LT(towards(source, point, Deformation::scatter).linear.norm(), 1e-6);
  EXPECT_LT(
      (mean_of(source.view()) + towards(source, point, Deformation::scatter).shift - point.points).norm(),
      1e-12);
}

// A template in one place has nothing to deform.
TEST(Deformation, OfOnePlaceIsATranslation) {
  Random random(3);
  const Measure point{Matrix::Zero(2, 1), Vector::Ones(1)}, target = test::random_mean(random, 2, 5);
  for (const Deformation kind : {Deformation::translation, Deformation::scale, Deformation::scatter}) {
    const AffineMap found = towards(point, target, kind);
    EXPECT_EQ(found.linear, Matrix::Identity(2, 2));
    EXPECT_LT((found.shift - mean_of(target.view())).norm(), 1e-12);
  }
}

// In the axes of both S and C each number stands alone: max(c / s, 0), and 1 where nothing is known.
TEST(PositiveLeastSquares, OfDiagonalMatricesIsAQuotientCutAtZero) {
  const Matrix scatter = Vector{{2, 0.5, 1, 0}}.asDiagonal(), cross = Vector{{3, 1, -4, 0}}.asDiagonal();
  const Matrix wanted = Vector{{1.5, 2, 0, 1}}.asDiagonal();
  EXPECT_LT((positive_least_squares(scatter, cross) - wanted).norm(), 1e-6);
}

// Axes whose spreads differ a ten thousand times: gradient ⪰ 0 in the units of the axes, A · gradient = 0.
TEST(PositiveLeastSquares, OfFlatScattersSatisfiesItsOptimalityConditions) {
  Random random(4);
  const Vector spread{{1e-4, 1e-3, 1e-2, 1e-1, 1}}, unit = spread.cwiseSqrt();
  const Matrix scatter = spread.asDiagonal();
  int bound = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const Matrix cross = unit.asDiagonal() * test::normal_matrix(random, 5, 5) * unit.asDiagonal();
    const Matrix found = positive_least_squares(scatter, cross);
    const Matrix gradient = found * scatter + scatter * found - cross - cross.transpose();
    const Matrix scaled = unit.cwiseInverse().asDiagonal() * gradient * unit.cwiseInverse().asDiagonal();
    EXPECT_GE(symmetric_eigenvalues(found).minCoeff(), -1e-9 * found.norm());
    EXPECT_GE(symmetric_eigenvalues(scaled).minCoeff(), -2e-4);
    EXPECT_NEAR((found * gradient).trace(), 0, 2e-4 * (found * scatter * found).trace());
    bound += symmetric_eigenvalues(found).minCoeff() < 1e-9 * found.norm();
  }
  EXPECT_GT(bound, 0);
}

}  // namespace
}  // namespace wpga
