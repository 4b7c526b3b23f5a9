#include <gtest/gtest.h>

#include <Eigen/QR>

#include "report/svg_marks.hpp"
#include "wpga/base/random.hpp"
#include "wpga/report/frames/frames.hpp"

namespace wpga {
namespace {

Measure random_cloud(Random& random, Index dimension, Index atoms) {
  Matrix points = Matrix::NullaryExpr(dimension, atoms, [&] { return random.normal(); });
  return make_measure(points, Vector::NullaryExpr(atoms, [&] { return random.uniform(0.5, 1.5); }));
}

std::vector<test::SvgDisc> discs_of(const FramePainter& painter, std::size_t frame) {
  const double width = 300;
  Canvas canvas(width, width * painter.aspect());
  painter.paint(canvas, {0, 0, width, width * painter.aspect()}, frame);
  return test::discs_in(test::svg_of(canvas), colors::blue);
}

TEST(CloudFrames, DrawDiscsWhoseAreasAreTheWeights) {
  Random random(1);
  const Measure cloud = random_cloud(random, 2, 30);
  const auto discs = discs_of(*cloud_painter({cloud}, {}, {}, InkScale::common), 0);
  ASSERT_EQ(discs.size(), 30u);
  for (std::size_t k = 0; k < 30; ++k)
    EXPECT_NEAR(std::pow(discs[k].radius / discs[0].radius, 2),
                cloud.weights[static_cast<Index>(k)] / cloud.weights[0], 0.01);
}

// One scale for both axes, y up: a picture of the cloud is similar to it.
TEST(CloudFrames, KeepTheShapeOfACloudWithYUp) {
  Random random(2);
  const Measure cloud = random_cloud(random, 2, 20);
  const auto discs = discs_of(*cloud_painter({cloud}, {}, {}, InkScale::common), 0);
  ASSERT_EQ(discs.size(), 20u);
  const double scale = (discs[1].x - discs[0].x) / (cloud.points(0, 1) - cloud.points(0, 0));
  EXPECT_GT(scale, 0);
  for (std::size_t k = 0; k < 20; ++k) {
    const auto way = cloud.points.col(static_cast<Index>(k)) - cloud.points.col(0);
    EXPECT_NEAR(discs[k].x - discs[0].x, scale * way[0], 0.05);
    EXPECT_NEAR(discs[k].y - discs[0].y, -scale * way[1], 0.05);
  }
}

// Frames share one window: what moves in the data moves in the picture by the same scale.
TEST(CloudFrames, ShareOneWindow) {
  Random random(3);
  const Measure cloud = random_cloud(random, 2, 10);
  const Measure moved{cloud.points.colwise() + Eigen::Vector2d(0.5, 0.25), cloud.weights};
  const auto painter = cloud_painter({cloud, moved}, {}, {}, InkScale::common);
  const auto before = discs_of(*painter, 0), after = discs_of(*painter, 1);
  const double scale = (before[1].x - before[0].x) / (cloud.points(0, 1) - cloud.points(0, 0));
  for (std::size_t k = 0; k < 10; ++k) {
    EXPECT_NEAR(after[k].x - before[k].x, 0.5 * scale, 0.05);
    EXPECT_NEAR(after[k].y - before[k].y, -0.25 * scale, 0.05);
  }
}

// A flat cloud in space is seen from above, so that all of its distances are kept.
TEST(CloudFrames, OfAPlaneInSpaceKeepDistances) {
  Random random(4);
  const Measure flat = random_cloud(random, 2, 12);
  const Matrix frame =
      Eigen::HouseholderQR<Matrix>(Matrix::NullaryExpr(4, 4, [&] { return random.normal(); })).householderQ();
  const Measure tilted{frame.leftCols(2) * flat.points, flat.weights};
  const auto painter = cloud_painter({tilted}, {}, {}, InkScale::common);
  EXPECT_NE(painter->legend().find("principal axes, 100 % of the variance"), std::string::npos);
  const auto discs = discs_of(*painter, 0);
  ASSERT_EQ(discs.size(), 12u);
  const auto apart = [&](std::size_t a, std::size_t b) {
    return std::hypot(discs[a].x - discs[b].x, discs[a].y - discs[b].y);
  };
  const double scale = apart(0, 1) / (flat.points.col(0) - flat.points.col(1)).norm();
  for (std::size_t a = 0; a < 12; ++a)
    for (std::size_t b = 0; b < a; ++b)
      EXPECT_NEAR(
          apart(a, b),
          scale * (flat.points.col(static_cast<Index>(a)) - flat.points.col(static_cast<Index>(b))).norm(),
          0.1);
}

TEST(CloudFrames, OfACrowdAreADensity) {
  Random random(5);
  EXPECT_EQ(discs_of(*cloud_painter({random_cloud(random, 2, 4999)}, {}, {}, InkScale::common), 0).size(),
            4999u);
  EXPECT_TRUE(discs_of(*cloud_painter({random_cloud(random, 2, 5000)}, {}, {}, InkScale::common), 0).empty());
}

}  // namespace
}  // namespace wpga
