#include "wpga/recolor/recolored.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"
#include "wpga/recolor/photo_palette.hpp"
#include "wpga/transport/distances.hpp"

namespace wpga {
namespace {

// A sky, a field and a sun, with grain.
Image landscape(Index rows = 60, Index columns = 80) {
  Image photo{rows, columns, 3, {}};
  Random random(1);
  for (Index row = 0; row < rows; ++row)
    for (Index column = 0; column < columns; ++column) {
      const double height = static_cast<double>(row) / static_cast<double>(rows);
      ColorVector color = height < 0.6 ? ColorVector(0.3 + 0.5 * height, 0.5 + 0.4 * height, 0.9)
                                       : ColorVector(0.3, 0.8 - 0.5 * height, 0.15);
      if (std::hypot(static_cast<double>(row) - 12, static_cast<double>(column) - 50) < 6)
        color = ColorVector(0.95, 0.9, 0.6);
      for (const double channel : color) photo.samples.push_back(channel + random.uniform(-0.02, 0.02));
    }
  return photo;
}

// Dark to light in orange.
Measure sunset() {
  Random random(2);
  Matrix points(3, 200);
  for (auto point : points.colwise()) {
    const double light = random.uniform();
    point << 0.3 + 0.7 * light, 0.1 + 0.6 * light + 0.1 * random.uniform(),
        0.05 + 0.25 * light * random.uniform();
  }
  return {points, Vector::Constant(200, 1.0 / 200)};
}

double distance(const Image& photo, const Measure& target, ColorSpace space) {
  return std::sqrt(
      transport_value(photo_palette(photo, space, 128, Random(1)).view(), target.view(), {}).primal);
}

class BothTransfers : public testing::TestWithParam<Transfer> {};
INSTANTIATE_TEST_SUITE_P(Recolored, BothTransfers, testing::Values(Transfer::plan, Transfer::pitie),
                         [](const auto& tested) { return std::string(name_of(tested.param)); });

TEST(Recolored, ItsOwnPaletteLeavesThePhotoAsItIs) {
  const Image photo = landscape();
  const Measure palette = photo_palette(photo, ColorSpace::rgb, 128, Random(1));
  const Image out = recolored(photo, {palette, palette}, {}, {});
  for (std::size_t i = 0; i < photo.samples.size(); ++i) EXPECT_NEAR(out.samples[i], photo.samples[i], 1e-6);
}

TEST(Recolored, ATranslatedPaletteTranslatesThePhoto) {
  Image photo = landscape();
  for (double& sample : photo.samples) sample = 0.3 + 0.3 * sample;
  const Measure palette = photo_palette(photo, ColorSpace::rgb, 128, Random(1));
  const ColorVector shift(0.1, -0.05, 0.08);
  const Image out = recolored(photo, {palette, {palette.points.colwise() + shift, palette.weights}}, {}, {});
  for (std::size_t i = 0; i < photo.samples.size(); ++i)
    EXPECT_NEAR(out.samples[i], photo.samples[i] + shift[static_cast<Index>(i % 3)], 1e-4);
}

TEST_P(BothTransfers, TheResultIsMuchNearerToTheTarget) {
  const Image photo = landscape();
  const Measure palette = photo_palette(photo, ColorSpace::rgb, 128, Random(1)), target = sunset();
  const Image out = recolored(photo, {palette, target}, {.transfer = GetParam()}, {});
  EXPECT_LT(distance(out, target, ColorSpace::rgb), 0.25 * distance(photo, target, ColorSpace::rgb));
  for (const double sample : out.samples) EXPECT_TRUE(sample >= 0 && sample <= 1) << sample;
}

TEST_P(BothTransfers, PalettesMayLiveInLab) {
  const Image photo = landscape();
  Measure target = sunset();
  for (auto point : target.points.colwise()) point = in_space(point, ColorSpace::lab);
  const Measure palette = photo_palette(photo, ColorSpace::lab, 128, Random(1));
  const Image out = recolored(photo, {palette, target, ColorSpace::lab}, {.transfer = GetParam()}, {});
  EXPECT_LT(distance(out, target, ColorSpace::lab), 0.25 * distance(photo, target, ColorSpace::lab));
  for (const double sample : out.samples) EXPECT_TRUE(sample >= 0 && sample <= 1) << sample;
}

TEST_P(BothTransfers, SameBitsForAnyNumberOfThreads) {
  const Image photo = landscape(40, 33);
  const PaletteChange change{photo_palette(photo, ColorSpace::rgb, 64, Random(1)), sunset()};
  const RecolorOptions options{.transfer = GetParam()};
  EXPECT_EQ(recolored(photo, change, options, {.threads = 1}).samples,
            recolored(photo, change, options, {.threads = 4}).samples);
}

// Neither a jump nor a plateau: neighbouring greys stay neighbours, and darker stays darker.
TEST_P(BothTransfers, ARampStaysARamp) {
  Image ramp{4, 1024, 1, {}};
  for (Index i = 0; i < 4 * 1024; ++i) ramp.samples.push_back(static_cast<double>(i % 1024) / 1023);
  const Measure palette = photo_palette(ramp, ColorSpace::rgb, 128, Random(1));
  const Image out = recolored(ramp, {palette, sunset()}, {.transfer = GetParam()}, {});
  ASSERT_EQ(out.channels, 3);
  for (Index column = 1; column < 1024; ++column) {
    double brighter = 0;
    for (int channel = 0; channel < 3; ++channel) {
      const double step = out.at(1, column, channel) - out.at(1, column - 1, channel);
      EXPECT_LT(std::abs(step), 1.0 / 255) << "column " << column;
      brighter += step;
    }
    EXPECT_GT(brighter, -1e-4) << "column " << column;
  }
}

TEST_P(BothTransfers, OneColourOnEitherSideIsNoTrouble) {
  const Image plain{8, 9, 3, std::vector<double>(216, 0.4)};
  const Measure one = photo_palette(plain, ColorSpace::rgb, 128, Random(1)),
                other{Matrix::Constant(3, 1, 0.6), Vector::Ones(1)};
  for (const double sample : recolored(plain, {one, other}, {.transfer = GetParam()}, {}).samples)
    EXPECT_NEAR(sample, 0.6, 0.02);
  const Image photo = landscape(20, 20);
  const Measure palette = photo_palette(photo, ColorSpace::rgb, 128, Random(1));
  const Image out = recolored(photo, {palette, other}, {.transfer = GetParam()}, {});
  EXPECT_LT(distance(out, other, ColorSpace::rgb), 0.4 * distance(photo, other, ColorSpace::rgb));
}

TEST(Recolored, RefusesSamplesOutsideAndFlatPalettes) {
  Image photo = landscape(5, 5);
  const Measure palette = photo_palette(photo, ColorSpace::rgb, 8, Random(1));
  EXPECT_THROW(recolored(photo, {palette, {Matrix::Ones(2, 1), Vector::Ones(1)}}, {}, {}), InputError);
  photo.samples[7] = 1.5;
  EXPECT_THROW(recolored(photo, {palette, palette}, {}, {}), InputError);
  photo.samples[7] = std::nan("");
  EXPECT_THROW(recolored(photo, {palette, palette}, {}, {}), InputError);
}

TEST(PhotoPalette, SmallPhotosAreTakenWholeAndAlphaWeighs) {
  const Image photo{1, 4, 2, {0.1, 1, 0.1, 0.5, 0.7, 0.5, 0.9, 0}};
  const Measure colors = photo_colors(photo, ColorSpace::rgb, 100, Random(1));
  ASSERT_EQ(colors.size(), 2);
  EXPECT_EQ(colors.points(2, 0), 0.1);
  EXPECT_DOUBLE_EQ(colors.weights[0], 0.75);
}

TEST(PhotoPalette, ASampleIsNearTheWhole) {
  const Image photo = landscape(200, 200);
  const Measure some = photo_colors(photo, ColorSpace::rgb, 2000, Random(1));
  EXPECT_LE(some.size(), 2000);
  const Measure all = photo_palette(photo, ColorSpace::rgb, 128, Random(1));
  const Measure few = quantize(some.points, some.weights, Random(1), {.colors = 128}).measure;
  EXPECT_LT(std::sqrt(transport_value(all.view(), few.view(), {}).primal), 0.02);
}

}  // namespace
}  // namespace wpga
