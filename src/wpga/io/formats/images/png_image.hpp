// PNG pictures.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "wpga/measures/image.hpp"

namespace wpga {

bool looks_like_png(std::span<const std::byte> bytes);

// Every colour type and bit depth of the standard, interlaced or not; palettes become red green blue, tRNS
// becomes alpha, 16 bits keep their precision.  Samples stay as encoded (no gamma or profile is applied).
// Throws InputError for anything libpng cannot read to the end.
Image decode_png(std::span<const std::byte> bytes);

// Samples are clipped to [0, 1] and rounded to `bits`, 8 or 16.  Decoding gives back exactly what was
// rounded; the same picture gives the same bytes.
std::vector<std::byte> encode_png(const Image& image, int bits);

}  // namespace wpga
