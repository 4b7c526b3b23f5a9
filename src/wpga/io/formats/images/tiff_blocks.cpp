#include "wpga/io/formats/images/tiff_blocks.hpp"

#include <vector>

namespace wpga {

void place_block(const Block& block, const BlockSamples& stored, Image& image) {
  const auto stride = static_cast<Index>(stored.channels.size());
  std::vector<double> line(static_cast<std::size_t>(stride * block.columns));
  for (Index row = 0; row < block.rows; ++row) {
    const std::size_t first = static_cast<std::size_t>(row) * stored.row_bytes;
    unpack_samples(stored.bytes.subspan(first, stored.row_bytes), stored.type, line);
    double* const out =
        image.samples.data() + ((block.row + row) * image.columns + block.column) * image.channels;
    for (Index sample = 0; sample < stride; ++sample) {
      const int channel = stored.channels[static_cast<std::size_t>(sample)];
      if (channel < 0) continue;
      const bool flipped = stored.white_is_zero && channel == 0;
      for (Index column = 0; column < block.columns; ++column) {
        const double value = line[static_cast<std::size_t>(sample + stride * column)];
        out[column * image.channels + channel] = flipped ? 1 - value : value;
      }
    }
  }
}

void make_unassociated(Image& image) {
  const auto channels = static_cast<std::size_t>(image.channels);
  for (std::size_t pixel = 0; pixel < image.samples.size(); pixel += channels) {
    const double alpha = image.samples[pixel + channels - 1];
    if (alpha <= 0 || alpha == 1) continue;
    for (std::size_t channel = 0; channel + 1 < channels; ++channel) image.samples[pixel + channel] /= alpha;
  }
}

}  // namespace wpga
