#include <gtest/gtest.h>

#include "report/svg_marks.hpp"
#include "wpga/report/frames/frames.hpp"

namespace wpga {
namespace {

const Space palettes{.kind = Kind::palette, .axes = {"red", "green", "blue"}};
constexpr double width = 400;

std::string svg_of(const FramePainter& painter, std::size_t frame) {
  Canvas canvas(width, width * painter.aspect());
  painter.paint(canvas, {0, 0, width, width * painter.aspect()}, frame);
  return test::svg_of(canvas);
}

Box swatch(const std::string& svg, const Color& color) {
  const auto found = test::polygons_in(svg, color);
  if (found.size() != 1) {
    ADD_FAILURE() << found.size() << " swatches";
    return {};
  }
  return test::bounds_of(found[0]);
}

const std::vector<Color> four = {{0.8, 0.1, 0.1}, {0.1, 0.7, 0.2}, {0.1, 0.2, 0.9}, {0.5, 0.5, 0.5}};

Measure palette(const std::vector<Color>& colors, const Vector& weights) {
  Matrix points(3, std::ssize(colors));
  for (std::size_t k = 0; k < colors.size(); ++k)
    points.col(static_cast<Index>(k)) << colors[k].red, colors[k].green, colors[k].blue;
  return {points, weights};
}

// Swatches are whole pixels: each side is true to half of one, a quarter of a point.
TEST(PaletteFrames, SwatchesHaveAreasInProportionToWeights) {
  const Vector weights{{0.4, 0.3, 0.2, 0.1}};
  const auto painter = palette_painter({palette(four, weights)}, palettes);
  const std::string svg = svg_of(*painter, 0);
  double all = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const Box box = swatch(svg, four[k]);
    const double area = box.width * box.height, whole = width * width * painter->aspect();
    EXPECT_NEAR(area / whole, weights[static_cast<Index>(k)], 0.5 * (box.width + box.height) / whole);
    all += area;
  }
  EXPECT_NEAR(all, width * width * painter->aspect(), 1e-6);
}

// Light above dark in a column of one hue.
TEST(PaletteFrames, LightStandsAboveDark) {
  const std::vector<Color> reds = {{0.3, 0, 0}, {0.9, 0, 0}};
  const std::string svg = svg_of(*palette_painter({palette(reds, Vector{{0.5, 0.5}})}, palettes), 0);
  EXPECT_LT(swatch(svg, reds[1]).y, swatch(svg, reds[0]).y);
  EXPECT_NEAR(swatch(svg, reds[1]).x, swatch(svg, reds[0]).x, 1e-9);
}

// Along a curve weights stay, and every atom keeps its place, though its colour passes another's.
TEST(PaletteFrames, AtomsKeepTheirPlacesAlongACurve) {
  const Vector weights{{0.25, 0.25, 0.25, 0.25}};
  std::vector<Color> turned = {four[1], four[2], four[3], four[0]};
  const auto painter = palette_painter({palette(four, weights), palette(turned, weights)}, palettes);
  const std::string before = svg_of(*painter, 0), after = svg_of(*painter, 1);
  for (std::size_t k = 0; k < 4; ++k) {
    const Box was = swatch(before, four[k]), is = swatch(after, turned[k]);
    EXPECT_NEAR(was.x, is.x, 1e-9);
    EXPECT_NEAR(was.y, is.y, 1e-9);
    EXPECT_NEAR(was.width * was.height, is.width * is.height, 1e-6);
  }
}

}  // namespace
}  // namespace wpga
