#include "wpga/report/motion.hpp"

#include <gtest/gtest.h>

#include "report/svg_marks.hpp"

namespace wpga {
namespace {

// Three atoms in space; the component moves the first by (4, 0, 2), the second by half of that, the third
// not.
Model three_atoms() {
  Model model;
  model.analysis.mean = {Matrix{{0, 1, 8}, {5, 6, 7}, {0, 3, 1}}, Vector::Constant(3, 1.0 / 3)};
  model.analysis.components = {{.curve = {Matrix::Zero(3, 3), Matrix{{4, 2, 0}, {0, 0, 0}, {2, 1, 0}}}}};
  return model;
}

// Discs at time 0, each coordinate to its own scale, the second one up.
TEST(MotionPicture, PutsAtomsAtTimeZeroIntoThePlaneAskedFor) {
  const std::array<Index, 2> plane = {0, 2};
  const auto discs =
      test::discs_in(test::svg_of(motion_picture(three_atoms(), std::span(&plane, 1))), colors::blue);
  ASSERT_EQ(discs.size(), 3u);
  const double across = (discs[2].x - discs[0].x) / 8, up = -(discs[1].y - discs[0].y) / 3;
  EXPECT_GT(across, 0);
  EXPECT_GT(up, 0);
  EXPECT_NEAR(discs[1].x - discs[0].x, 1 * across, 0.01);
  EXPECT_NEAR(discs[2].y - discs[0].y, -1 * up, 0.01);
  // Over all times x runs from 0 to 8, z from 0 to 4, and both fill the panel.
  EXPECT_NEAR(8 * across, 4 * up, 0.02);
}

// What stands still has no arrow; the way of the others is in proportion.
TEST(MotionPicture, DrawsTheWayOfEveryAtomThatMoves) {
  const std::array<Index, 2> plane = {0, 2};
  const std::string svg = test::svg_of(motion_picture(three_atoms(), std::span(&plane, 1)));
  const auto discs = test::discs_in(svg, colors::blue);
  const double across = (discs.at(2).x - discs.at(0).x) / 8;
  std::vector<double> ways;
  for (const test::SvgStroke& stroke : test::strokes_in(svg))
    for (std::size_t k = 0; k < 3; ++k)
      if (std::hypot(stroke.from_x - discs[k].x, stroke.from_y - discs[k].y) < 0.01)
        ways.push_back((stroke.to_x - stroke.from_x) / across);
  ASSERT_EQ(ways.size(), 2u);
  EXPECT_NEAR(ways[0], 4, 0.6);  // the head is not part of the shaft
  EXPECT_NEAR(ways[1], 2, 0.6);
}

TEST(MotionPicture, HasAPanelForEachComponent) {
  Model model = three_atoms();
  model.analysis.components.push_back(model.analysis.components[0]);
  const std::vector<std::array<Index, 2>> planes = {{0, 1}, {1, 2}};
  const std::vector<std::array<Index, 2>> one = {{0, 1}};
  const Canvas two = motion_picture(model, planes), single = motion_picture(model, one);
  EXPECT_EQ(two.height(), single.height());
  EXPECT_GT(two.width(), 1.8 * single.width());
}

}  // namespace
}  // namespace wpga
