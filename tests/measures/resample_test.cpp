#include "wpga/measures/resample.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"

namespace wpga {
namespace {

Image random_image(Index rows, Index columns, int channels) {
  Random random(11);
  Image image{rows, columns, channels,
              std::vector<double>(static_cast<std::size_t>(rows * columns * channels))};
  for (double& sample : image.samples) sample = random.uniform();
  return image;
}

double total(const Image& image) { return std::accumulate(image.samples.begin(), image.samples.end(), 0.0); }

TEST(Resample, ConstantsStayConstant) {
  const Image image{7, 5, 2, std::vector<double>(70, 0.3)};
  for (const GridSize size : {GridSize{3, 2}, GridSize{15, 11}, GridSize{1, 40}, GridSize{7, 1}})
    for (const double sample : resample(image, size).samples) EXPECT_NEAR(sample, 0.3, 1e-15);
}

// A smaller pixel grid covers the same area, so the sum of value × area is the same.
TEST(Resample, SmallerGridsKeepTheMass) {
  const Image image = random_image(17, 13, 3);
  for (const GridSize size : {GridSize{5, 4}, GridSize{16, 12}, GridSize{1, 1}, GridSize{17, 2}}) {
    const Image small = resample(image, size);
    const double area = 17.0 * 13.0 / static_cast<double>(size.rows * size.columns);
    EXPECT_NEAR(total(small) * area, total(image), 1e-10);
  }
}

TEST(Resample, HalvingIsTheMeanOfFourPixels) {
  const Image image{2, 4, 1, {1, 2, 3, 4, 5, 6, 7, 8}};
  EXPECT_EQ(resample(image, {1, 2}).samples, (std::vector<double>{3.5, 5.5}));
}

// Linear functions of the pixel centres are reproduced between the outermost centres.
TEST(Resample, LargerGridsFollowStraightLines) {
  Image image{4, 6, 1, {}};
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 6; ++column) image.samples.push_back(2 * (column + 0.5) - 3 * (row + 0.5));
  const Image large = resample(image, {10, 15});
  for (Index row = 1; row < 9; ++row)
    for (Index column = 1; column < 14; ++column)
      EXPECT_NEAR(large.at(row, column, 0),
                  2 * (static_cast<double>(column) + 0.5) * 0.4 - 3 * (static_cast<double>(row) + 0.5) * 0.4,
                  1e-13);
}

TEST(Resample, CommutesWithTransposition) {
  const Image image = random_image(9, 6, 1);
  Image turned{6, 9, 1, {}};
  for (Index row = 0; row < 6; ++row)
    for (Index column = 0; column < 9; ++column) turned.samples.push_back(image.at(column, row, 0));
  const Image a = resample(image, {4, 11}), b = resample(turned, {11, 4});
  for (Index row = 0; row < 4; ++row)
    for (Index column = 0; column < 11; ++column)
      EXPECT_NEAR(a.at(row, column, 0), b.at(column, row, 0), 1e-14);
}

TEST(WantedSize, IsReadAsWidthTimesHeightOrAsTheLongerSide) {
  EXPECT_EQ(wanted_size({30, 40}, ""), (GridSize{30, 40}));
  EXPECT_EQ(wanted_size({30, 40}, "5x7"), (GridSize{7, 5}));
  EXPECT_EQ(wanted_size({30, 40}, "20"), (GridSize{15, 20}));
  EXPECT_EQ(wanted_size({40, 30}, "80"), (GridSize{80, 60}));
  EXPECT_EQ(wanted_size({1, 1000}, "10"), (GridSize{1, 10}));
}

TEST(WantedSize, RefusesOtherWords) {
  for (const char* words :
       {"x", "5x", "x5", "0", "-3", "5x0", "4.5", "5 x 5", "5x5x5", "99999999999999999999", "16385"})
    EXPECT_THROW(wanted_size({3, 4}, words), InputError) << words;
}

}  // namespace
}  // namespace wpga
