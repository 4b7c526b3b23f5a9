// The door for pictures of any kind we read: the first bytes decide, never the name of the file.
#pragma once

#include <cstddef>
#include <span>

#include "wpga/measures/image.hpp"

namespace wpga {

// Whether the first bytes are those of a PNG, JPEG, TIFF or PNM file.
bool looks_like_image(std::span<const std::byte> bytes);

// Throws InputError without the name of the file, which only the caller knows.
Image decode_image(std::span<const std::byte> bytes);

}  // namespace wpga
