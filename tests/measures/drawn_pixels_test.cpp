#include "wpga/measures/drawn_pixels.hpp"

#include <gtest/gtest.h>

namespace wpga {
namespace {

TEST(DrawnPixels, AreAllOfASmallPhoto) {
  EXPECT_EQ(drawn_pixels(5, 5, Random(1, 0)), (std::vector<Index>{0, 1, 2, 3, 4}));
  EXPECT_EQ(drawn_pixels(3, 0, Random(1, 0)), (std::vector<Index>{0, 1, 2}));
  EXPECT_TRUE(drawn_pixels(0, 7, Random(1, 0)).empty());
}

// Of 1000 grey pixels with alpha three can be seen.
TEST(DrawnPixels, AreAmongThoseThatCanBeSeen) {
  Image photo{.rows = 10, .columns = 100, .channels = 2, .samples = std::vector<double>(2000, 0.0)};
  EXPECT_TRUE(drawn_pixels(photo, 5, Random(1, 0)).empty());
  for (const std::size_t pixel : {7, 500, 999}) photo.samples[2 * pixel + 1] = 0.5;
  EXPECT_EQ(drawn_pixels(photo, 5, Random(1, 0)), (std::vector<Index>{7, 500, 999}));
  EXPECT_EQ(drawn_pixels(photo, 0, Random(1, 0)), (std::vector<Index>{7, 500, 999}));
  EXPECT_EQ(drawn_pixels(photo, 2, Random(1, 0)).front(), 7);
}

// Stretches differ by one pixel at most, and each pixel of a stretch is as likely as the others.
TEST(DrawnPixels, AreOneOfEachStretch) {
  const Index pixels = 1003, most = 100;
  Vector chosen = Vector::Zero(pixels);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const std::vector<Index> drawn = drawn_pixels(pixels, most, Random(seed, 0));
    ASSERT_EQ(std::ssize(drawn), most);
    for (Index k = 0; k < most; ++k) {
      ASSERT_GE(drawn[static_cast<std::size_t>(k)], k * pixels / most);
      ASSERT_LT(drawn[static_cast<std::size_t>(k)], (k + 1) * pixels / most);
      ++chosen[drawn[static_cast<std::size_t>(k)]];
    }
  }
  // About 200 each, with a deviation of 13.
  EXPECT_GT(chosen.minCoeff(), 120);
  EXPECT_LT(chosen.maxCoeff(), 290);
}

}  // namespace
}  // namespace wpga
