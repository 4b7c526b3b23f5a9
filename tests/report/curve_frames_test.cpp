#include <gtest/gtest.h>

#include "report/svg_marks.hpp"
#include "wpga/base/random.hpp"
#include "wpga/report/frames/frames.hpp"

namespace wpga {
namespace {

const Space histograms{.kind = Kind::histogram, .axes = {"age"}}, samples{.kind = Kind::points};
constexpr double width = 300;

Canvas painted(const FramePainter& painter, std::size_t frame) {
  Canvas canvas(width, width * painter.aspect());
  painter.paint(canvas, {0, 0, width, width * painter.aspect()}, frame);
  return canvas;
}

std::vector<Point> filled(const FramePainter& painter, std::size_t frame) {
  const auto areas = test::polygons_in(test::svg_of(painted(painter, frame)), colors::blue);
  return areas.size() == 1 ? areas[0] : std::vector<Point>{};
}

// All frames share one scale, so that a unit of mass has one area whatever its shape.
TEST(CurveFrames, OfHistogramsHaveEqualAreas) {
  const std::vector<Measure> measures = {make_measure(Matrix{{0, 1, 2, 3}}, Vector{{1, 1, 1, 1}}),
                                         make_measure(Matrix{{1, 2}}, Vector{{3, 1}}),
                                         make_measure(Matrix{{3}}, Vector{{1}})};
  const auto painter = curve_painter(measures, {}, histograms);
  const double flat = test::area_of(filled(*painter, 0));
  EXPECT_GT(flat, 0);
  EXPECT_NEAR(test::area_of(filled(*painter, 1)), flat, 1e-3 * flat);
  EXPECT_NEAR(test::area_of(filled(*painter, 2)), flat, 1e-3 * flat);
}

// A bin four times as heavy is four times as high; the tallest density stands in the legend.
TEST(CurveFrames, OfHistogramsAreAsHighAsTheirBinsAreHeavy) {
  const Measure single = make_measure(Matrix{{6}}, Vector{{1}});
  const std::vector<Measure> measures = {make_measure(Matrix{{0, 2, 4, 6}}, Vector{{1, 1, 1, 1}}), single};
  const auto painter = curve_painter(measures, {}, histograms);
  const auto height = [&](std::size_t frame) { return test::bounds_of(filled(*painter, frame)).height; };
  EXPECT_NEAR(height(1), 4 * height(0), 0.05);
  EXPECT_EQ(painter->legend(), "density over age, 0 to 0.5");
}

// Bells keep the mass, but for the tails beyond the window.
TEST(CurveFrames, OfSamplesHaveNearlyEqualAreas) {
  Random random(1);
  std::vector<Measure> measures;
  for (const double spread : {0.2, 0.4})
    measures.push_back({Matrix::NullaryExpr(1, 200, [&] { return spread * random.normal(); }),
                        Vector::Constant(200, 1.0 / 200)});
  const auto painter = curve_painter(measures, {}, samples);
  const double narrow = test::area_of(filled(*painter, 0)), wide = test::area_of(filled(*painter, 1));
  EXPECT_NEAR(wide, narrow, 0.03 * narrow);
  EXPECT_GT(test::bounds_of(filled(*painter, 0)).height, 1.5 * test::bounds_of(filled(*painter, 1)).height);
}

// Bars of weights: area in proportion to the weight, negative ones hang below zero, what exceeds `full` is
// green.
TEST(CurveFrames, OfSignedWeightsHaveBarsOfTheirSize) {
  const SignedWeights weights{Matrix{{0, 1, 2}}, Vector{{-0.25, 0.5, 0.75}}, 0.5};
  const auto painter = curve_painter({}, {weights}, histograms);
  const std::string svg = test::svg_of(painted(*painter, 0));
  const auto ink = test::polygons_in(svg, colors::ink), below = test::polygons_in(svg, colors::blue),
             above = test::polygons_in(svg, colors::green);
  ASSERT_EQ(ink.size(), 2u);
  ASSERT_EQ(below.size(), 1u);
  ASSERT_EQ(above.size(), 1u);
  const double half = test::area_of(ink[0]);
  EXPECT_NEAR(test::area_of(ink[1]), half, 1e-3 * half);
  EXPECT_NEAR(test::area_of(below[0]), half / 2, 1e-3 * half);
  EXPECT_NEAR(test::area_of(above[0]), half / 2, 1e-3 * half);
  const Box bar = test::bounds_of(ink[0]), under = test::bounds_of(below[0]),
            over = test::bounds_of(above[0]);
  EXPECT_NEAR(under.y, bar.y + bar.height, 0.01);
  EXPECT_NEAR(over.y + over.height, test::bounds_of(ink[1]).y, 0.01);
}

}  // namespace
}  // namespace wpga
