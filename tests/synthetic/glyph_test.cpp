#include "wpga/synthetic/glyph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "wpga/base/error.hpp"

namespace wpga {
namespace {

struct Ink {
  double mass = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
};

// Mass, centre and central second moments of a picture, in pixels.
Ink ink_of(const Image& image) {
  Ink ink;
  for (Index r = 0; r < image.rows; ++r)
    for (Index c = 0; c < image.columns; ++c) {
      const double s = image.at(r, c, 0), x = static_cast<double>(c) + 0.5, y = static_cast<double>(r) + 0.5;
      ink.mass += s, ink.x += s * x, ink.y += s * y;
      ink.xx += s * x * x, ink.yy += s * y * y, ink.xy += s * x * y;
    }
  ink.x /= ink.mass, ink.y /= ink.mass;
  ink.xx = ink.xx / ink.mass - ink.x * ink.x;
  ink.yy = ink.yy / ink.mass - ink.y * ink.y;
  ink.xy = ink.xy / ink.mass - ink.x * ink.y;
  return ink;
}

TEST(Glyph, CoversPixelsByAShare) {
  const Image image = draw_glyph(60, {});
  const auto [low, high] = std::minmax_element(image.samples.begin(), image.samples.end());
  EXPECT_EQ(*low, 0);
  EXPECT_EQ(*high, 1);
  const auto grey =
      std::count_if(image.samples.begin(), image.samples.end(), [](double s) { return s > 0 && s < 1; });
  EXPECT_GT(grey, 100);  // smooth edges
}

TEST(Glyph, MovedByWholePixelsIsTheSamePictureMoved) {
  const Image still = draw_glyph(60, {}), moved = draw_glyph(60, {.shift_x = 5, .shift_y = -3});
  for (Index r = 3; r < 60; ++r)
    for (Index c = 0; c < 55; ++c) EXPECT_NEAR(moved.at(r - 3, c + 5, 0), still.at(r, c, 0), 1e-12);
}

TEST(Glyph, TurnedByARightAngleIsTheSamePictureTurned) {
  const Image still = draw_glyph(60, {}), turned = draw_glyph(60, {.angle = std::numbers::pi / 2});
  // Clockwise: what was above the centre is now to its right.
  for (Index r = 0; r < 60; ++r)
    for (Index c = 0; c < 60; ++c) EXPECT_NEAR(turned.at(c, 59 - r, 0), still.at(r, c, 0), 1e-12);
}

TEST(Glyph, HasItsCentreOfInkWhereThePoseSays) {
  for (const double angle : {-0.2, 0.0, 0.15})
    for (const double scale : {0.8, 1.0, 1.25}) {
      const Ink ink =
          ink_of(draw_glyph(60, {.shift_x = 2.3, .shift_y = -4.1, .scale = scale, .angle = angle}));
      EXPECT_NEAR(ink.x, 30 + 2.3, 0.05);
      EXPECT_NEAR(ink.y, 30 - 4.1, 0.05);
    }
}

TEST(Glyph, HasInkThatGrowsWithTheSquareOfTheScale) {
  const double one = ink_of(draw_glyph(400, {})).mass;
  EXPECT_NEAR(ink_of(draw_glyph(400, {.scale = 1.5})).mass / one, 2.25, 0.01);
  // The same share of a frame of another size.
  EXPECT_NEAR(ink_of(draw_glyph(60, {})).mass / 3600, one / 160000, 0.02 * one / 160000);
}

TEST(Glyph, HasSecondMomentsThatTurnWithIt) {
  const double angle = 0.3;
  const Ink still = ink_of(draw_glyph(400, {})), turned = ink_of(draw_glyph(400, {.angle = angle}));
  const double c = std::cos(angle), s = std::sin(angle);
  EXPECT_NEAR(turned.xx, c * c * still.xx - 2 * c * s * still.xy + s * s * still.yy, 0.003 * still.xx);
  EXPECT_NEAR(turned.xy, c * s * (still.xx - still.yy) + (c * c - s * s) * still.xy, 0.003 * still.xx);
}

TEST(Glyph, MayLeaveItsFrame) {
  const Image gone = draw_glyph(60, {.shift_x = 1e9, .shift_y = -1e9});
  EXPECT_EQ(*std::max_element(gone.samples.begin(), gone.samples.end()), 0);
}

// A flag: a mast with two triangles, which overlap it.
Outline flag() {
  return {{Matrix{{100, 110, 110, 100}, {20, 20, 90, 90}}, Matrix{{105, 150, 105}, {20, 35, 50}},
           Matrix{{108, 130, 108}, {40, 55, 60}}}};
}

TEST(GlyphFromOutline, FillsADiscAroundItsCentreOfInk) {
  const Outline glyph = glyph_from(flag());
  EXPECT_NEAR(ink_of(glyph).center.norm(), 0, 1e-12);
  double reach = 0;
  for (const Matrix& contour : glyph.contours) reach = std::max(reach, contour.colwise().norm().maxCoeff());
  EXPECT_NEAR(reach, 0.52, 1e-12);
  EXPECT_THROW(glyph_from({}), InputError);
}

TEST(GlyphFromOutline, MovesByWholePixelsAndTurnsByRightAnglesToTheSamePicture) {
  const Outline glyph = glyph_from(flag());
  const Image still = draw_glyph(glyph, 60, {}), moved = draw_glyph(glyph, 60, {.shift_x = 5, .shift_y = -3}),
              turned = draw_glyph(glyph, 60, {.angle = std::numbers::pi / 2});
  for (Index r = 3; r < 60; ++r)
    for (Index c = 0; c < 55; ++c) EXPECT_NEAR(moved.at(r - 3, c + 5, 0), still.at(r, c, 0), 1e-9);
  for (Index r = 0; r < 60; ++r)
    for (Index c = 0; c < 60; ++c) EXPECT_NEAR(turned.at(c, 59 - r, 0), still.at(r, c, 0), 1e-9);
}

TEST(GlyphFromOutline, HasTheInkAndTheCentreThatThePoseSays) {
  const Outline glyph = glyph_from(flag());
  const double area = ink_of(glyph).area;
  for (const double angle : {-0.2, 0.0, 1.15})
    for (const double scale : {0.8, 1.0, 1.25}) {
      const Ink ink =
          ink_of(draw_glyph(glyph, 60, {.shift_x = 2.3, .shift_y = -4.1, .scale = scale, .angle = angle}));
      EXPECT_NEAR(ink.mass, area * std::pow(0.56 * 60 * scale, 2), 1e-6);
      EXPECT_NEAR(ink.x, 30 + 2.3, 0.05);
      EXPECT_NEAR(ink.y, 30 - 4.1, 0.05);
    }
}

}  // namespace
}  // namespace wpga
