#include "wpga/report/comparison_pictures.hpp"

#include <gtest/gtest.h>

#include "report/svg_marks.hpp"

namespace wpga {
namespace {

// One atom that the method moves from −way to way along x.
ComparedMethod one_atom(std::string name, double way, double left) {
  ComparedMethod method{.name = std::move(name)};
  method.analysis.mean = {Matrix{{0}, {0}}, Vector{{1}}};
  method.analysis.components.resize(1);
  method.analysis.components[0].curve = {Matrix{{way}, {0}}, Matrix{{way}, {0}}};
  method.analysis.components[0].times = Vector{{0.5 - way / 4, 0.5 + way / 4}};
  method.training = {.variance = 1, .alone = Vector{{left}}, .together = Vector{{left}}};
  return method;
}

// Bars of a method; the square of the legend has sides of 8 points.
std::vector<Box> bars_of(const std::string& svg, const Color& color) {
  std::vector<Box> bars;
  for (const auto& corners : test::polygons_in(svg, color))
    if (const Box box = test::bounds_of(corners); std::abs(box.width - 8) > 0.01) bars.push_back(box);
  return bars;
}

const Color blue = mixed(colors::blue, colors::paper, 0.15),
            red = mixed(colors::vermilion, colors::paper, 0.2);

TEST(ComparisonScree, BarsAreAsHighAsTheShares) {
  const Comparison comparison{.variance = 1,
                              .methods = {one_atom("geodesics", 1, 0.25), one_atom("tangent", 1, 0.5)}};
  const std::string svg = test::svg_of(comparison_scree(comparison));
  const auto first = bars_of(svg, blue), second = bars_of(svg, red);
  ASSERT_EQ(first.size(), 1u);
  ASSERT_EQ(second.size(), 1u);
  EXPECT_NEAR(first[0].height / second[0].height, 0.75 / 0.5, 1e-3);
  EXPECT_NEAR(first[0].y + first[0].height, second[0].y + second[0].height, 0.01);
}

// Worse than the mean is drawn below zero, to the same scale.
TEST(ComparisonScree, BarsBelowZeroHang) {
  const Comparison comparison{.variance = 1,
                              .methods = {one_atom("geodesics", 1, 0.5), one_atom("tangent", 1, 1.25)}};
  const std::string svg = test::svg_of(comparison_scree(comparison));
  const Box up = bars_of(svg, blue).at(0), down = bars_of(svg, red).at(0);
  EXPECT_NEAR(up.height / down.height, 2, 1e-3);
  EXPECT_NEAR(up.y + up.height, down.y, 0.01);
}

// The tick of the held-out measures stands where a bar of their share would end.
TEST(ComparisonScree, TicksStandAtTheHeldOutShares) {
  Comparison comparison{.variance = 1, .methods = {one_atom("geodesics", 1, 0.25)}};
  comparison.held_out_variance = 2;
  comparison.methods[0].held_out = Remainders{.variance = 2, .alone = Vector{{1}}, .together = Vector{{1}}};
  const std::string svg = test::svg_of(comparison_scree(comparison));
  const Box bar = bars_of(svg, blue).at(0);
  std::vector<double> heights;
  for (const test::SvgStroke& stroke : test::strokes_in(svg))
    if (std::abs(stroke.thickness - 1.6) < 1e-6) heights.push_back(bar.y + bar.height - stroke.from_y);
  ASSERT_EQ(heights.size(), 1u);
  EXPECT_NEAR(heights[0] / bar.height, 0.5 / 0.75, 1e-3);
}

MeasureFamily data_within(double reach) {
  MeasureFamily data;
  for (const double x : {-reach, reach}) data.append(Matrix{{x}, {x}}, Vector{{1}}, "one");
  return data;
}

// Signs are a convention: a method that runs the other way is shown turned round.
TEST(ComparisonStrips, RunAllMethodsTheWayOfTheFirst) {
  const Comparison comparison{.variance = 1,
                              .methods = {one_atom("first", 1, 0.5), one_atom("second", -1, 0.5)}};
  const auto discs =
      test::discs_in(test::svg_of(comparison_strips(comparison, data_within(2), 0, 3)), colors::blue);
  ASSERT_EQ(discs.size(), 6u);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(discs[k].x, discs[3 + k].x, 1e-3);
}

// What a method puts beyond the data is cut off.
TEST(ComparisonStrips, CutWhatIsBeyondTheData) {
  const Comparison comparison{.variance = 1,
                              .methods = {one_atom("first", 1, 0.5), one_atom("second", 9, 0.5)}};
  const auto discs =
      test::discs_in(test::svg_of(comparison_strips(comparison, data_within(2), 0, 3)), colors::blue);
  EXPECT_EQ(discs.size(), 4u);  // of the second method, only its middle is within
}

}  // namespace
}  // namespace wpga
