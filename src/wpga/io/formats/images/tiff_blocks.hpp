// The strips and tiles of a TIFF file, put in their places.
#pragma once

#include <cstddef>
#include <span>

#include "wpga/io/formats/images/tiff_samples.hpp"
#include "wpga/measures/image.hpp"

namespace wpga {

// The pixels of a strip or tile that lie inside the picture, from (row, column).
struct Block {
  Index row = 0, column = 0;
  Index rows = 0, columns = 0;
};

struct BlockSamples {
  std::span<const std::byte> bytes;
  std::size_t row_bytes = 0;
  SampleType type;
  std::span<const int> channels;  // of the picture, one for each stored sample of a pixel; -1 for none
  bool white_is_zero = false;     // of channel 0
};

// Writes a block into the picture, which has room for it.
void place_block(const Block& block, const BlockSamples& stored, Image& image);

// Colours that were multiplied by alpha, the last channel, are divided again.
void make_unassociated(Image& image);

}  // namespace wpga
