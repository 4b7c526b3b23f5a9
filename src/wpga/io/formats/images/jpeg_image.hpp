// JPEG pictures.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "wpga/measures/image.hpp"

namespace wpga {

bool looks_like_jpeg(std::span<const std::byte> bytes);

// Baseline, progressive and arithmetic JPEG with 8 bits: grey (1 channel), colour, CMYK and YCCK (3 channels,
// red green blue), turned upright as its EXIF block says.  Samples stay as encoded.  Throws InputError for
// anything libjpeg cannot read to the end, where libjpeg itself would fill the missing part with grey.
Image decode_jpeg(std::span<const std::byte> bytes);

// Baseline JPEG of the colours, grey as grey; samples are clipped to [0, 1].  What is transparent shows
// white.  `quality` is libjpeg's, 1 … 100.
std::vector<std::byte> encode_jpeg(const Image& image, int quality);

}  // namespace wpga
