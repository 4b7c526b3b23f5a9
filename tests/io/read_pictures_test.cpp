#include "wpga/io/reading/read_pictures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "io/refusal.hpp"

namespace wpga {
namespace {

using ::testing::HasSubstr;
using testing::refusal;

TEST(ReadPictures, GreysStoredAsColoursAreNoColours) {
  Image image{.rows = 1, .columns = 2, .channels = 3, .samples = {0.5, 0.5, 0.51, 1, 1, 1}};
  EXPECT_FALSE(is_colorful(image));
  image.samples[2] = 0.53;
  EXPECT_TRUE(is_colorful(image));
  EXPECT_FALSE(is_colorful({.rows = 1, .columns = 1, .channels = 1, .samples = {0.3}}));
}

// Few colours are kept as they are, each with the share of its pixels; alpha counts as a part of a pixel.
TEST(ReadPictures, APaletteIsTheColoursWithTheirShares) {
  const Image image{
      .rows = 1, .columns = 3, .channels = 4, .samples = {1, 0, 0, 1, 0, 0, 1, 0.5, 1, 0, 0, 0.5}};
  const Measure palette = palette_of(image, {}, 1, 0).measure;
  ASSERT_EQ(palette.size(), 2);
  const Index red = palette.points(0, 0) > 0.5 ? 0 : 1;
  EXPECT_TRUE(palette.points.col(red).isApprox(Eigen::Vector3d(1, 0, 0), 1e-12));
  EXPECT_NEAR(palette.weights[red], 0.75, 1e-12);
  EXPECT_TRUE(palette.points.col(1 - red).isApprox(Eigen::Vector3d(0, 0, 1), 1e-12));
}

TEST(ReadPictures, ColoursOutsideOfTheCubeAreRefused) {
  Image image{.rows = 1, .columns = 2, .channels = 3, .samples = {1, 1, 1 + 1e-7, 0, -1e-7, 0.5}};
  EXPECT_EQ(palette_of(image, {}, 1, 0).measure.size(), 2);
  image.samples[4] = 255;
  EXPECT_THAT(refusal([&] { palette_of(image, {}, 1, 0); }), HasSubstr("the colour value 255"));
  image.samples[4] = -0.5;
  EXPECT_THAT(refusal([&] { palette_of(image, {.color_space = ColorSpace::lab}, 1, 0); }),
              HasSubstr("the colour value -0.5"));
}

TEST(ReadPictures, PalettesHaveAtMostAsManyColoursAsAsked) {
  Image image{.rows = 4, .columns = 4, .channels = 1, .samples = {}};
  for (int i = 0; i < 16; ++i) image.samples.push_back(i / 15.0);
  const Measure palette = palette_of(image, {.colors = 5}, 1, 0).measure;
  EXPECT_EQ(palette.size(), 5);
  EXPECT_EQ(palette.points.row(0), palette.points.row(2));  // greys
  EXPECT_NEAR(palette.points.row(0).dot(palette.weights), 0.5, 1e-12);
}

TEST(ReadPictures, SpacesNameTheirAxes) {
  EXPECT_EQ(palette_space({}).axes.front(), "red");
  EXPECT_EQ(palette_space({.color_space = ColorSpace::lab}).axes.front(), "L");
  const Image image{.rows = 2, .columns = 4, .channels = 1, .samples = std::vector<double>(8, 1)};
  EXPECT_EQ(shape_space(image, {}).grid, (std::vector<std::int64_t>{2, 4}));
}

TEST(ReadPictures, CloudsAreTransformedSampledAndReduced) {
  const Cloud cloud{Matrix{{1, 10, 100, 1000}}, Vector::Ones(4)};
  LoadOptions options;
  options.table.transform = Transform::log10;
  EXPECT_TRUE(reduced_cloud(cloud, options, 0).points.isApprox(Matrix{{0, 1, 2, 3}}, 1e-15));
  options.table.sample = 2;
  EXPECT_EQ(reduced_cloud(cloud, options, 0).size(), 2);
  options.table.sample = 0;
  options.palette.colors = 3;
  EXPECT_EQ(reduced_cloud(cloud, options, 0).size(), 3);
  EXPECT_THAT(refusal([&] { reduced_cloud({Matrix{{-1}}, Vector::Ones(1)}, options, 0); }),
              HasSubstr("has no logarithm"));
}

}  // namespace
}  // namespace wpga
