#include "wpga/io/formats/images/orientation.hpp"

#include <gtest/gtest.h>

#include "io/write_jpeg.hpp"

namespace wpga {
namespace {

const Image picture{2, 3, 2, {1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6}};

bool operator==(const Image& a, const Image& b) {
  return a.rows == b.rows && a.columns == b.columns && a.channels == b.channels && a.samples == b.samples;
}

// The eight orientations are the symmetries of the square: a quarter turn has order four, mirrors have order
// two.
TEST(Orientation, QuarterTurnsComeBackAfterFour) {
  for (const int turn : {6, 8}) {
    const Image once = upright(picture, turn);
    EXPECT_EQ(once.rows, 3);
    EXPECT_EQ(once.columns, 2);
    EXPECT_TRUE(upright(once, turn) == upright(picture, 3));
    EXPECT_TRUE(upright(upright(upright(once, turn), turn), turn) == picture);
  }
  EXPECT_TRUE(upright(upright(picture, 6), 8) == picture);
}

TEST(Orientation, MirrorsUndoThemselves) {
  for (const int mirror : {2, 3, 4, 5, 7}) EXPECT_TRUE(upright(upright(picture, mirror), mirror) == picture);
}

TEST(Orientation, MirrorsAndTurnsCompose) {
  EXPECT_TRUE(upright(upright(picture, 2), 4) == upright(picture, 3));
  EXPECT_TRUE(upright(upright(picture, 2), 8) == upright(picture, 5));
  EXPECT_TRUE(upright(upright(picture, 2), 6) == upright(picture, 7));
}

TEST(Orientation, SixPutsTheLeftColumnOnTop) {
  EXPECT_EQ(upright(picture, 6).samples, (std::vector<double>{4, -4, 1, -1, 5, -5, 2, -2, 6, -6, 3, -3}));
}

TEST(Orientation, UnknownNumbersChangeNothing) {
  for (const int number : {-1, 0, 1, 9, 4711}) EXPECT_TRUE(upright(picture, number) == picture);
}

TEST(Orientation, IsReadFromExifInBothByteOrders) {
  for (const bool little : {false, true})
    for (int number = 1; number <= 8; ++number) {
      const auto block = testing::exif_block(number, little);
      EXPECT_EQ(exif_orientation(std::as_bytes(std::span(block))), number);
    }
}

TEST(Orientation, IsOneWhereExifIsDamaged) {
  const auto block = testing::exif_block(6, true);
  for (std::size_t length = 0; length < 26; ++length) {
    const std::vector<std::uint8_t> cut(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(length));
    EXPECT_EQ(exif_orientation(std::as_bytes(std::span(cut))), 1);
  }
  auto far = block;
  far[10] = far[11] = far[12] = far[13] = 0xff;
  EXPECT_EQ(exif_orientation(std::as_bytes(std::span(far))), 1);
}

}  // namespace
}  // namespace wpga
