// The colours of a photo as a measure, however large the photo is.
#pragma once

#include "wpga/base/random.hpp"
#include "wpga/measures/color.hpp"
#include "wpga/measures/image.hpp"
#include "wpga/measures/measure.hpp"
#include "wpga/measures/quantize.hpp"

namespace wpga {

// Throws InputError unless every sample is a number in [0, 1] and some pixel can be seen.
void require_photo(const Image& photo);

ColorVector in_space(const ColorVector& srgb, ColorSpace space);
ColorVector from_space(const ColorVector& color, ColorSpace space);  // encoded red green blue, not clipped

// One at random from each of at most `pixels` equal stretches of the pixels that can be seen, row by row,
// weighted by alpha, equal colours merged: of a photo with no more such pixels than that, all of them.
Measure photo_colors(const Image& photo, ColorSpace space, Index pixels, Random random);

// k-means of photo_colors, in at most `colors` atoms.
Measure photo_palette(const Image& photo, ColorSpace space, int colors, Random random);

// Pixels that photo_palette looks at: more change no palette of 128 colours by a level of 8 bits.
inline constexpr Index palette_pixels = Index{1} << 17;

}  // namespace wpga
