#include "wpga/neighbours/histograms/smooth_curve.hpp"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <cmath>

#include "analysis/random_families.hpp"
#include "wpga/neighbours/histograms/euclidean.hpp"
#include "wpga/neighbours/histograms/k_segments.hpp"
#include "wpga/numerics/polyline.hpp"

namespace wpga {
namespace {

Vector even(Index count) { return Vector::Constant(count, 1 / static_cast<double>(count)); }

// A half circle of radius one with noise across it.
Matrix half_circle(Random& random, Index count, double noise) {
  Matrix points(3, count);
  for (Index i = 0; i < count; ++i) {
    const double angle = random.uniform(0, M_PI), radius = 1 + noise * random.normal();
    points.col(i) << radius * std::cos(angle), radius * std::sin(angle), noise * random.normal();
  }
  return points;
}

double left(const Matrix& vertices, const Matrix& points) {
  return project_on_polyline(vertices, points).squared_distances.mean();
}

TEST(PrincipalCurves, FollowAHalfCircleThatALineCannot) {
  Random random(1);
  const double noise = 0.03;
  const Matrix points = half_circle(random, 200, noise);
  const EuclideanAxes axes = euclidean_axes(points, even(200), 1);
  for (const PrincipalCurve& curve :
       {smooth_curve(points, even(200), {.degrees_of_freedom = 8}), k_segments(points, even(200), {})}) {
    EXPECT_LT(left(curve.vertices, points), 3 * noise * noise);
    EXPECT_LT(left(curve.vertices, points), 0.1 * (axes.variance - axes.variances[0]));
    EXPECT_NEAR(polyline_length(curve.vertices), M_PI, 0.4);
    EXPECT_TRUE(curve.convergence.converged());
  }
}

// Points on a line are their own principal curve, whatever the algorithm.
TEST(PrincipalCurves, AreTheLineOfPcaForPointsOnALine) {
  Random random(2);
  const Vector direction{{1, 2, -2}};
  const Matrix points = direction * test::normal_matrix(random, 1, 40);
  for (const PrincipalCurve& curve : {smooth_curve(points, even(40), {}), k_segments(points, even(40), {})})
    EXPECT_NEAR(curve.vertices.col(0).normalized().dot(direction.normalized()) *
                    (curve.vertices.col(curve.vertices.cols() - 1).normalized().dot(direction.normalized())),
                -1, 1e-9);
  EXPECT_NEAR(left(smooth_curve(points, even(40), {}).vertices, points), 0, 1e-12);
}

TEST(PrincipalCurves, TurnWithTheData) {
  Random random(3);
  const Matrix points = half_circle(random, 60, 0.05);
  const Matrix rotation = Eigen::HouseholderQR<Matrix>(test::normal_matrix(random, 3, 3)).householderQ();
  const Matrix turned = (rotation * points).colwise() + Vector{{5, -1, 2}};
  EXPECT_NEAR(left(smooth_curve(points, even(60), {}).vertices, points),
              left(smooth_curve(turned, even(60), {}).vertices, turned), 1e-6);
  EXPECT_NEAR(left(k_segments(points, even(60), {}).vertices, points),
              left(k_segments(turned, even(60), {}).vertices, turned), 1e-6);
}

// A point that counts twice is two points.
TEST(PrincipalCurves, CountWeights) {
  Random random(4);
  const Matrix points = half_circle(random, 30, 0.05);
  Matrix doubled(3, 40);
  doubled << points, points.leftCols(10);
  Vector weights = Vector::Ones(30);
  weights.head(10) *= 2;
  weights /= weights.sum();
  EXPECT_NEAR(left(smooth_curve(points, weights, {}).vertices, points),
              left(smooth_curve(doubled, even(40), {}).vertices, points), 1e-6);
}

// Only the ends of the line may reach farther for points that do not count.
TEST(KSegments, AreNotShapedByPointsWithoutWeight) {
  Random random(6);
  const Matrix points = half_circle(random, 40, 0.1);
  Matrix more(3, 160);
  more << points, 3 * test::normal_matrix(random, 3, 120);
  Vector weights = Vector::Zero(160);
  weights.head(40) = even(40);
  const PrincipalCurve alone = k_segments(points, even(40), {}), among = k_segments(more, weights, {});
  ASSERT_EQ(alone.objective.size(), among.objective.size());
  for (std::size_t k = 0; k < alone.objective.size(); ++k)
    EXPECT_NEAR(alone.objective[k], among.objective[k], 1e-12);
  EXPECT_TRUE(among.vertices.allFinite());
}

// Two arms that meet at 120°.
TEST(KSegments, FindsTwoArmsOfAnAngle) {
  Random random(5);
  Matrix points(2, 120);
  for (Index i = 0; i < 120; ++i) {
    const double along = random.uniform(0, 1), across = 0.01 * random.normal();
    const double side = i % 2 == 0 ? 1 : -1;
    points.col(i) << side * along * std::sin(M_PI / 3), along * std::cos(M_PI / 3) + across;
  }
  const PrincipalCurve curve = k_segments(points, even(120), {.segments = 6});
  EXPECT_LT(left(curve.vertices, points), 4e-4);
  EXPECT_NEAR(polyline_length(curve.vertices), 2, 0.3);
  EXPECT_GT(curve.objective.front(), 5 * left(curve.vertices, points));
}

TEST(Polyline, NearestPlacesBeatEveryPlaceOfAGrid) {
  Random random(6);
  const Matrix vertices = test::normal_matrix(random, 2, 5), points = test::normal_matrix(random, 2, 20);
  const PolylineProjection found = project_on_polyline(vertices, points);
  const double length = polyline_length(vertices);
  for (Index i = 0; i < 20; ++i) {
    EXPECT_NEAR((points.col(i) - found.nearest.col(i)).squaredNorm(), found.squared_distances[i], 1e-13);
    for (int step = 0; step <= 50; ++step) {
      const Matrix end = trimmed_polyline(vertices, 0, length * step / 50.0);
      EXPECT_GE((points.col(i) - end.col(end.cols() - 1)).squaredNorm(), found.squared_distances[i] - 1e-12);
    }
    const Matrix upto = trimmed_polyline(vertices, 0, found.positions[i]);
    EXPECT_NEAR((upto.col(upto.cols() - 1) - found.nearest.col(i)).norm(), 0, 1e-12);
  }
}

}  // namespace
}  // namespace wpga
