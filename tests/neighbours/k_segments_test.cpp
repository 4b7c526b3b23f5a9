#include "wpga/neighbours/histograms/k_segments.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"
#include "wpga/neighbours/histograms/euclidean.hpp"
#include "wpga/numerics/polyline.hpp"

namespace wpga {
namespace {

Vector even(Index count) { return Vector::Constant(count, 1 / static_cast<double>(count)); }

// A corner: two legs, which two segments fit exactly and no line does.
TEST(KSegments, FollowACorner) {
  Matrix points(2, 40);
  for (Index i = 0; i < 20; ++i) {
    points.col(i) << 1 - static_cast<double>(i) / 20, 0;
    points.col(20 + i) << 0, static_cast<double>(i + 1) / 20;
  }
  const PrincipalCurve curve = k_segments(points, even(40), {});
  EXPECT_LT(project_on_polyline(curve.vertices, points).squared_distances.mean(), 1e-4);
  ASSERT_GE(curve.objective.size(), 2u);
  EXPECT_LT(curve.objective[1], 0.1 * curve.objective[0]);
}

// One segment is the principal axis.
TEST(KSegments, BeginWithTheLineOfPca) {
  Random random(1);
  const Matrix points = Vector{{3, 1, 0.5}}.asDiagonal() * test::normal_matrix(random, 3, 60);
  const EuclideanAxes axes = euclidean_axes(points, even(60), 1);
  const PrincipalCurve curve = k_segments(points, even(60), {.segments = 1});
  const Vector along = (curve.vertices.rightCols(1) - curve.vertices.leftCols(1)).normalized();
  EXPECT_NEAR(std::abs(along.dot(axes.axes.col(0))), 1, 1e-9);
  // A segment ends, so that it leaves more than the whole line.
  EXPECT_GT(curve.objective[0], axes.variance - axes.variances[0]);
  EXPECT_LT(curve.objective[0], axes.variance);
}

TEST(KSegments, MoreOfThemNeverLeaveMore) {
  Random random(2);
  const Matrix points = test::normal_matrix(random, 2, 50);
  const PrincipalCurve curve = k_segments(points, even(50), {.segments = 6});
  EXPECT_LE(curve.objective.size(), 6u);
  EXPECT_LT(curve.objective.back(), curve.objective.front());
}

}  // namespace
}  // namespace wpga
