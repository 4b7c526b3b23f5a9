#include "wpga/report/frames/frames.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace wpga {
namespace {

TEST(InDataUnits, UndoesAStandardisationAndDropsWhatIsNowhere) {
  constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();
  const Measure measure{Matrix{{1, nowhere, 3}, {0, 0, -1}}, Vector{{0.25, 0.25, 0.5}}};
  const MeasureView view = measure.view();
  const Measure seen = in_data_units(std::span(&view, 1), {.center = {10, 20}, .scale = {2, 5}}).at(0);
  EXPECT_EQ(seen.points, (Matrix{{12, 16}, {20, 15}}));
  EXPECT_EQ(seen.weights, (Vector{{0.25, 0.5}}));
}

TEST(AxisNumber, IsWhatAPersonWouldWrite) {
  EXPECT_EQ(axis_number(1900, 100), "1900");
  EXPECT_EQ(axis_number(1900.5, 2), "1900.5");
  EXPECT_EQ(axis_number(-0.0001, 10), "0");
  EXPECT_EQ(axis_number(0.125, 1), "0.12");
  EXPECT_EQ(axis_number(2.5, 10), "2.5");
  EXPECT_EQ(axis_number(0, 0), "0");
  EXPECT_EQ(axis_number(1e9, 1e9), "1e+09");
}

// A thousandth of the axis can be told apart.
TEST(AxisNumber, TellsAThousandthOfTheAxis) {
  for (const double length : {0.002, 0.3, 4.0, 50.0, 600.0, 7e4})
    for (const double value : {0.1 * length, 0.777 * length})
      EXPECT_NEAR(std::stod(axis_number(value, length)), value, 0.006 * length) << value << " of " << length;
}

TEST(SpacingOf, IsTheLeastDistanceOfDifferentValues) {
  EXPECT_EQ(spacing_of({3, 1, 1, 7, 1.5}), 0.5);
  EXPECT_EQ(spacing_of({2, 2, 2}), 0);
  EXPECT_EQ(spacing_of({5}), 0);
}

TEST(Snapped, AreWholePixels) {
  for (const double length : {0.1, 7.26, 100.49}) {
    const double pixels = snapped(length) * Canvas::default_pixels_per_point;
    EXPECT_EQ(pixels, std::round(pixels));
    EXPECT_LE(std::abs(snapped(length) - length), 0.5 / Canvas::default_pixels_per_point);
  }
}

TEST(ColorOfWeight, IsPaperAtZeroInkAtFullBlueBelowAndGreenAbove) {
  const auto same = [](const Color& a, const Color& b) {
    return std::abs(a.red - b.red) + std::abs(a.green - b.green) + std::abs(a.blue - b.blue) < 1e-12;
  };
  EXPECT_TRUE(same(color_of_weight(0, 0.5), colors::paper));
  EXPECT_TRUE(same(color_of_weight(0.5, 0.5), colors::ink));
  EXPECT_TRUE(same(color_of_weight(0.25, 0.5), mixed(colors::paper, colors::ink, 0.5)));
  const Color below = color_of_weight(-0.1, 0.5), above = color_of_weight(0.6, 0.5);
  EXPECT_GT(below.blue, below.red);
  EXPECT_GT(above.green, above.red);
}

}  // namespace
}  // namespace wpga
