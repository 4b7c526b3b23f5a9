// TIFF pictures.
#pragma once

#include <cstddef>
#include <span>

#include "wpga/measures/image.hpp"

namespace wpga {

bool looks_like_tiff(std::span<const std::byte> bytes);

// Classic and Big TIFF in strips or tiles, planes together or apart, any compression libtiff was built with,
// turned upright.  Grey and red green blue keep their precision: unsigned integers of 1–16, 32 or 64 bits and
// signed ones of 8, 16, 32 or 64 are divided by the largest value of their type, floats of 16, 32 or 64 bits
// stay as they are. Palettes, CMYK, YCbCr and the other colour models come through libtiff's own conversion
// to 8-bit colours.  Alpha is made unassociated; extra samples that are not alpha are dropped.  Reduced
// copies and masks after the first page are ignored; a second page of full size is refused, so that a stack
// is never read as its first slice.
Image decode_tiff(std::span<const std::byte> bytes);

}  // namespace wpga
