#include "wpga/io/formats/images/tiff_blocks.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace wpga {
namespace {

Image blank(Index rows, Index columns, int channels) {
  return {.rows = rows,
          .columns = columns,
          .channels = channels,
          .samples = std::vector<double>(static_cast<std::size_t>(rows * columns * channels), -1)};
}

// A tile at the right lower corner, wider in the file than in the picture: the rest stays untouched.
TEST(TiffBlocks, PutATileInItsPlaceAndCutItsPadding) {
  Image image = blank(3, 4, 1);
  const std::vector<std::uint8_t> stored = {255, 0, 9, 9, 51, 102, 9, 9};
  const std::vector<int> channels = {0};
  place_block({.row = 1, .column = 2, .rows = 2, .columns = 2},
              {std::as_bytes(std::span(stored)), 4, {}, channels, false}, image);
  EXPECT_EQ(image.samples, (std::vector<double>{-1, -1, -1, -1, -1, -1, 1, 0, -1, -1, 0.2, 0.4}));
}

// Samples go to the channels they are for; one for none is left out.
TEST(TiffBlocks, ReorderChannelsAndLeaveOthersOut) {
  Image image = blank(1, 2, 2);
  const std::vector<std::uint8_t> stored = {255, 51, 0, 0, 102, 255};
  const std::vector<int> channels = {1, -1, 0};
  place_block({.rows = 1, .columns = 2}, {std::as_bytes(std::span(stored)), 6, {}, channels, false}, image);
  EXPECT_EQ(image.samples, (std::vector<double>{0, 1, 1, 0}));
}

// White as zero turns the greys, never the alpha.
TEST(TiffBlocks, TurnGreysWhereWhiteIsZero) {
  Image image = blank(1, 1, 2);
  const std::vector<std::uint8_t> stored = {51, 102};
  const std::vector<int> channels = {0, 1};
  place_block({.rows = 1, .columns = 1}, {std::as_bytes(std::span(stored)), 2, {}, channels, true}, image);
  EXPECT_EQ(image.samples, (std::vector<double>{0.8, 0.4}));
}

TEST(TiffBlocks, DivideColoursByTheAlphaTheyWereMultipliedWith) {
  Image image{.rows = 1, .columns = 3, .channels = 2, .samples = {0.2, 0.5, 0.3, 0, 0.7, 1}};
  make_unassociated(image);
  EXPECT_EQ(image.samples, (std::vector<double>{0.4, 0.5, 0.3, 0, 0.7, 1}));
}

}  // namespace
}  // namespace wpga
