#include "wpga/recolor/photo_palette.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "wpga/base/error.hpp"

namespace wpga {
namespace {

// The mass of the atom with this colour; 0 where there is none.
double mass_at(const Measure& colors, const ColorVector& wanted) {
  double mass = 0;
  for (Index k = 0; k < colors.size(); ++k)
    if ((colors.points.col(k) - wanted).norm() < 1e-12) mass += colors.weights[k];
  return mass;
}

// Bands of one colour each, `height` rows of `width` pixels.
Image bands(const std::vector<ColorVector>& colors, Index height, Index width) {
  Image photo{
      .rows = height * static_cast<Index>(colors.size()), .columns = width, .channels = 3, .samples = {}};
  for (const ColorVector& color : colors)
    for (Index pixel = 0; pixel < height * width; ++pixel)
      photo.samples.insert(photo.samples.end(), color.begin(), color.end());
  return photo;
}

const std::vector<ColorVector> four = {{0.1, 0.2, 0.3}, {0.9, 0.1, 0.4}, {0.5, 0.5, 0.5}, {0, 1, 0}};

TEST(PhotoColors, AreTheHistogramOfAllPixelsWeightedByAlpha) {
  const Image photo{.rows = 1,
                    .columns = 4,
                    .channels = 4,
                    .samples = {1, 0, 0, 1, 0, 0, 1, 0.5, 1, 0, 0, 0.25, 0, 1, 0, 0}};
  const Measure colors = photo_colors(photo, ColorSpace::rgb, 100, Random(1));
  EXPECT_EQ(colors.size(), 2);  // the transparent pixel has no mass
  EXPECT_NEAR(mass_at(colors, {1, 0, 0}), 1.25 / 1.75, 1e-15);
  EXPECT_NEAR(mass_at(colors, {0, 0, 1}), 0.5 / 1.75, 1e-15);
}

TEST(PhotoColors, OfGreysAreOnTheDiagonal) {
  const Image photo{.rows = 2, .columns = 2, .channels = 1, .samples = {0, 0.25, 0.25, 1}};
  const Measure colors = photo_colors(photo, ColorSpace::rgb, 100, Random(1));
  EXPECT_NEAR(mass_at(colors, {0.25, 0.25, 0.25}), 0.5, 1e-15);
}

// One pixel from each of as many equal stretches as are asked for: bands that are whole stretches keep their
// shares exactly, whatever the random numbers.
TEST(PhotoColors, OfALargePhotoTakeOnePixelFromEachStretch) {
  const Image photo = bands(four, 30, 40);
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Measure colors = photo_colors(photo, ColorSpace::rgb, 16, Random(seed));
    EXPECT_EQ(colors.size(), 4);
    for (const ColorVector& color : four) EXPECT_NEAR(mass_at(colors, color), 0.25, 1e-15);
  }
}

// Pixels are drawn among those that can be seen: few of them among many transparent ones are all there.
TEST(PhotoColors, DoNotMissTheFewPixelsThatCanBeSeen) {
  Image photo{.rows = 100, .columns = 100, .channels = 4, .samples = std::vector<double>(40000, 0.0)};
  const auto paint = [&](std::size_t pixel, std::vector<double> samples) {
    std::ranges::copy(samples, photo.samples.begin() + static_cast<std::ptrdiff_t>(4 * pixel));
  };
  paint(4321, {1, 0, 0, 1});
  for (const std::uint64_t seed : {1, 2, 3})
    EXPECT_EQ(photo_colors(photo, ColorSpace::rgb, 16, Random(seed)).points, Matrix(ColorVector(1, 0, 0)));
  paint(9999, {0, 0, 1, 0.5});
  const Measure colors = photo_colors(photo, ColorSpace::rgb, 16, Random(1));
  EXPECT_NEAR(mass_at(colors, {1, 0, 0}), 2.0 / 3, 1e-15);
  EXPECT_NEAR(mass_at(colors, {0, 0, 1}), 1.0 / 3, 1e-15);
}

TEST(PhotoPalette, OfFewColoursHasExactlyThese) {
  const Measure palette = photo_palette(bands(four, 5, 7), ColorSpace::rgb, 8, Random(1));
  EXPECT_EQ(palette.size(), 4);
  for (const ColorVector& color : four) EXPECT_NEAR(mass_at(palette, color), 0.25, 1e-12);
}

// k-means keeps the mean of the colours.
TEST(PhotoPalette, OfManyColoursKeepsTheirMean) {
  Random random(4);
  Image photo{.rows = 20, .columns = 30, .channels = 3, .samples = std::vector<double>(1800)};
  for (double& sample : photo.samples) sample = random.uniform();
  const Measure all = photo_colors(photo, ColorSpace::lab, 1000, Random(1)),
                palette = photo_palette(photo, ColorSpace::lab, 12, Random(1));
  EXPECT_LE(palette.size(), 12);
  EXPECT_LT((mean_of(palette.view()) - mean_of(all.view())).norm(), 1e-9);
  EXPECT_LT(variance_of(palette.view()), variance_of(all.view()));
}

TEST(ColorsInASpace, ComeBack) {
  for (const ColorVector& color : four)
    for (const ColorSpace space : {ColorSpace::rgb, ColorSpace::lab})
      EXPECT_LT((from_space(in_space(color, space), space) - color).norm(), 1e-6);
}

TEST(RequirePhoto, SaysWhereASampleIsNoColour) {
  Image photo = bands(four, 1, 3);
  EXPECT_NO_THROW(require_photo(photo));
  for (const double bad : {-0.1, 1.5, std::numeric_limits<double>::quiet_NaN()}) {
    photo.samples[3 * 7 + 1] = bad;  // row 3, column 2
    try {
      require_photo(photo);
      ADD_FAILURE() << bad;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("row 3, column 2"), std::string::npos) << error.what();
    }
  }
  EXPECT_THROW(require_photo({}), InputError);
  EXPECT_THROW(require_photo({.rows = 1, .columns = 1, .channels = 2, .samples = {0.5, 0}}), InputError);
}

}  // namespace
}  // namespace wpga
