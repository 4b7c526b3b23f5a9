#include "wpga/numerics/polyline.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "wpga/base/random.hpp"

namespace wpga {
namespace {

Matrix random_points(Random& random, Index rows, Index columns) {
  return Matrix::NullaryExpr(rows, columns, [&] { return random.normal(); });
}

// No place of a fine grid along the line is nearer, and the nearest place lies at its position.
TEST(Polyline, ProjectsOnTheNearestPlace) {
  Random random(1);
  for (const Index rank : {1, 2, 4}) {
    const Matrix vertices = random_points(random, rank, 5), points = random_points(random, rank, 20);
    const PolylineProjection found = project_on_polyline(vertices, points);
    for (Index i = 0; i < points.cols(); ++i) {
      EXPECT_NEAR((points.col(i) - found.nearest.col(i)).squaredNorm(), found.squared_distances[i], 1e-12);
      const Matrix here = trimmed_polyline(vertices, found.positions[i], found.positions[i]);
      EXPECT_LT((here.col(0) - found.nearest.col(i)).norm(), 1e-9);
      for (Index k = 0; k + 1 < vertices.cols(); ++k)
        for (const double share : {0.0, 0.1, 0.25, 0.5, 0.77, 1.0}) {
          const Vector place = (1 - share) * vertices.col(k) + share * vertices.col(k + 1);
          EXPECT_GE((points.col(i) - place).squaredNorm(), found.squared_distances[i] - 1e-12);
        }
    }
  }
}

TEST(Polyline, IsAsLongAsItsSegmentsAndEndsAtThatPosition) {
  const Matrix vertices{{0, 3, 3, 3}, {0, 4, 4, 5}};
  EXPECT_DOUBLE_EQ(polyline_length(vertices), 6);
  const Matrix beyond{{9}, {9}}, before{{-1}, {-1}};
  EXPECT_DOUBLE_EQ(project_on_polyline(vertices, beyond).positions[0], 6);
  EXPECT_DOUBLE_EQ(project_on_polyline(vertices, before).positions[0], 0);
}

TEST(Polyline, TrimmedIsAsLongAsThePart) {
  Random random(2);
  const Matrix vertices = random_points(random, 3, 7);
  const double length = polyline_length(vertices);
  for (const auto& [first, last] : {std::pair{0.0, 1.0}, {0.2, 0.9}, {0.4, 0.41}})
    EXPECT_NEAR(polyline_length(trimmed_polyline(vertices, first * length, last * length)),
                (last - first) * length, 1e-12 * length);
}

TEST(Polyline, ThinnedKeepsItsEndsAndIsNoLonger) {
  Random random(3);
  const Matrix vertices = random_points(random, 2, 40);
  EXPECT_EQ(thinned_polyline(vertices, 40), vertices);
  const Matrix thinned = thinned_polyline(vertices, 9);
  ASSERT_LE(thinned.cols(), 9);
  EXPECT_LT((thinned.leftCols(1) - vertices.leftCols(1)).norm(), 1e-12);
  EXPECT_LT((thinned.rightCols(1) - vertices.rightCols(1)).norm(), 1e-9);
  EXPECT_LE(polyline_length(thinned), polyline_length(vertices) + 1e-9);
}

}  // namespace
}  // namespace wpga
