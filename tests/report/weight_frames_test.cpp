#include <gtest/gtest.h>

#include <cmath>

#include "wpga/report/strips.hpp"
#include "wpga/synthetic/synthetic.hpp"

namespace wpga {
namespace {

std::vector<std::byte> png(const Canvas& canvas) { return canvas.bytes(PictureFormat::png); }

// SVG says in words which colours were used: "rgb(0%, 44.7%, 69.8%)".
std::string svg(const Canvas& canvas) {
  const std::vector<std::byte> bytes = canvas.bytes(PictureFormat::svg);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

struct Signed {
  Matrix points;
  Vector weights;
  MeasureView view() const {
    return {MatrixView(points.data(), points.rows(), points.cols()),
            VectorView(weights.data(), weights.size())};
  }
};

Canvas drawn(const Signed& frame, double full, const Space& space) {
  const StripRow row{"row", {frame.view()}, {"t"}, full};
  return strips(std::span(&row, 1), space, {});
}

bool uses(const Canvas& canvas, const Color& color) {
  // Cairo writes shares of one with up to six digits; two are enough to tell our colours apart.
  const std::string text = svg(canvas);
  for (std::size_t at = text.find("rgb("); at != std::string::npos; at = text.find("rgb(", at + 1)) {
    double red = 0, green = 0, blue = 0;
    if (std::sscanf(text.c_str() + at, "rgb(%lf%%, %lf%%, %lf%%)", &red, &green, &blue) != 3 &&
        std::sscanf(text.c_str() + at, "rgb(%lf%%,%lf%%,%lf%%)", &red, &green, &blue) != 3)
      continue;
    if (std::abs(red - 100 * color.red) + std::abs(green - 100 * color.green) +
            std::abs(blue - 100 * color.blue) <
        2)
      return true;
  }
  return false;
}

TEST(WeightFrames, ShowNegativeWeightsInBlueAndThoseAboveOneInGreen) {
  const Space line{.kind = Kind::histogram};
  const Signed plain{Matrix{{0, 1, 2}}, Vector{{0.2, 0.3, 0.5}}};
  const Signed negative{Matrix{{0, 1, 2}}, Vector{{-0.2, 0.6, 0.6}}};
  const Signed above{Matrix{{0, 1, 2}}, Vector{{0.1, 0.1, 0.8}}};
  EXPECT_FALSE(uses(drawn(plain, 0.6, line), colors::blue));
  EXPECT_FALSE(uses(drawn(plain, 0.6, line), colors::green));
  EXPECT_TRUE(uses(drawn(negative, 0.6, line), colors::blue));
  EXPECT_FALSE(uses(drawn(negative, 0.6, line), colors::green));
  EXPECT_TRUE(uses(drawn(above, 0.6, line), colors::green));
}

// A picture with a negative pixel differs from the one in which it is empty; so does one with a pixel too
// bright.
TEST(WeightFrames, ShowTheSignOfAPixel) {
  const Space picture{.kind = Kind::shape, .grid = {2, 2}};
  const Matrix pixels{{0.5, 1.5, 0.5, 1.5}, {0.5, 0.5, 1.5, 1.5}};
  const auto shown = [&](const Vector& weights) { return png(drawn({pixels, weights}, 0.5, picture)); };
  const auto empty = shown(Vector{{0, 0.5, 0.5, 0}});
  EXPECT_NE(shown(Vector{{-0.2, 0.5, 0.5, 0}}), empty);
  EXPECT_NE(shown(Vector{{-0.2, 0.5, 0.5, 0}}), shown(Vector{{0.2, 0.5, 0.5, 0}}));
  EXPECT_NE(shown(Vector{{0, 0.6, 0.5, 0}}), empty);
  EXPECT_EQ(shown(Vector{{0, 0.5, 0.5, 0}}), empty);
}

// Points that hide one another are not summed: each is as heavy as in the data, so nothing is above it.
TEST(WeightFrames, OfHiddenPointsAreNotAddedToAFalseGreen) {
  const Signed column{Matrix{{0, 0, 1, 1}, {0, 0, 1, 1}, {0, 0.1, 0, 0.1}}, Vector{{0.25, 0.25, 0.25, 0.25}}};
  EXPECT_FALSE(uses(drawn(column, 0.25, {.kind = Kind::points}), colors::green));
  EXPECT_TRUE(uses(drawn(column, 0.2, {.kind = Kind::points}), colors::green));
}

TEST(WeightFrames, OfAVolumeShowNoGreen) {
  const Space volume{.kind = Kind::shape, .grid = {2, 1, 2}};
  const Matrix voxels{{0.5, 1.5, 0.5}, {0.5, 0.5, 0.5}, {0.5, 0.5, 1.5}};
  const auto shown = [&](double full) { return png(drawn({voxels, Vector{{0.4, 0.2, 0.4}}}, full, volume)); };
  EXPECT_EQ(shown(0.4), shown(0.3));
}

TEST(WeightFrames, OfPalettesStandUnderABlueLineWhereNegative) {
  const Space palette{.kind = Kind::palette};
  const Matrix reds{{0.9, 0.5, 0.2}, {0, 0, 0}, {0, 0, 0}};
  EXPECT_TRUE(uses(drawn({reds, Vector{{0.7, 0.6, -0.3}}}, 1, palette), colors::blue));
  EXPECT_FALSE(uses(drawn({reds, Vector{{0.4, 0.3, 0.3}}}, 1, palette), colors::blue));
}

TEST(WeightFrames, StandBesideMeasuresOnOnePage) {
  for (const Pattern pattern : {Pattern::glyphs, Pattern::ellipses, Pattern::bells}) {
    const MeasureFamily family = synthetic_family(pattern, {.count = 2, .size = 16, .atoms = 30}).family;
    Signed frame{family[0].points, family[0].weights};
    frame.weights[0] -= 0.1;
    const StripRow measures{"measures", {family[0], family[1]}, {}},
        weights{"weights", {frame.view()}, {}, 0.05};
    const std::array rows = {measures, weights};
    const std::array one = {measures};
    EXPECT_GT(strips(rows, family.space(), {}).height(), strips(one, family.space(), {}).height());
    EXPECT_EQ(png(strips(rows, family.space(), {})), png(strips(rows, family.space(), {})));
  }
}

TEST(WeightFrames, DrawOnePointInAnyDimension) {
  for (const Index dimension : {1, 2, 3, 5})
    EXPECT_FALSE(png(drawn({Matrix::Zero(dimension, 1), Vector::Ones(1)}, 1, {})).empty());
}

}  // namespace
}  // namespace wpga
