#include "wpga/measures/drawn_pixels.hpp"

#include <algorithm>
#include <cstdint>

namespace wpga {

std::vector<Index> drawn_pixels(Index pixels, Index most, Random random) {
  const Index count = most > 0 ? std::min(pixels, most) : pixels;
  std::vector<Index> drawn(static_cast<std::size_t>(count));
  // The product needs 64 bits, also where an index has 32 (WebAssembly).
  const auto stretch = [&](std::int64_t k) { return static_cast<Index>(k * pixels / count); };
  for (Index k = 0; k < count; ++k) {
    const Index begin = stretch(k), end = stretch(std::int64_t{k} + 1);
    drawn[static_cast<std::size_t>(k)] =
        end - begin == 1 ? begin : begin + static_cast<Index>(random.below(end - begin));
  }
  return drawn;
}

std::vector<Index> drawn_pixels(const Image& photo, Index most, Random random) {
  const Index all = photo.rows * photo.columns;
  if (!photo.has_alpha()) return drawn_pixels(all, most, random);
  const auto is_seen = [&](Index pixel) {
    return photo.samples[static_cast<std::size_t>((pixel + 1) * photo.channels - 1)] != 0;
  };
  Index count = 0;
  for (Index pixel = 0; pixel < all; ++pixel) count += is_seen(pixel);
  std::vector<Index> drawn = drawn_pixels(count, most, random);
  Index pixel = -1, seen = -1;
  for (Index& place : drawn) {
    while (seen < place) seen += is_seen(++pixel);
    place = pixel;
  }
  return drawn;
}

}  // namespace wpga
