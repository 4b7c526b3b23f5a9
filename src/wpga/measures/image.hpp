// A decoded picture, before it becomes a measure.
#pragma once

#include <vector>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

// Row by row, channels interleaved.  Integer samples are divided by their largest value (255, 65535), so that
// white is 1; floating-point samples are kept as they are.
struct Image {
  Index rows = 0;
  Index columns = 0;
  int channels =
      1;  // 1 grey, 2 grey + alpha, 3 red green blue, 4 red green blue + alpha (never premultiplied)
  std::vector<double> samples;

  double at(Index row, Index column, int channel) const {
    return samples[static_cast<std::size_t>((row * columns + column) * channels + channel)];
  }
  bool has_alpha() const { return channels == 2 || channels == 4; }
  bool has_color() const { return channels >= 3; }
};

}  // namespace wpga
