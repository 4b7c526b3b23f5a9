// Which pixels of a photo its palette is made of.
#pragma once

#include <vector>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/base/random.hpp"
#include "wpga/measures/image.hpp"

namespace wpga {

// More change no palette of 128 colours by a level of 8 bits.
inline constexpr Index most_palette_pixels = Index{1} << 17;

// One at random from each of at most `most` equal stretches of the pixels, row by row; of a small photo, and
// where `most` is 0, all of them.
std::vector<Index> drawn_pixels(Index pixels, Index most, Random random);

// The same of the pixels of a photo that can be seen, whose alpha is not 0.
std::vector<Index> drawn_pixels(const Image& photo, Index most, Random random);

}  // namespace wpga
