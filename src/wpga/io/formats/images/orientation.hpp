// Cameras write what the sensor saw and a number from 1 to 8 that says how to turn it upright (EXIF, TIFF).
#pragma once

#include <cstddef>
#include <span>

#include "wpga/measures/image.hpp"

namespace wpga {

// The picture turned so that its first row is the visual top: 1 leaves it alone, 2–4 mirror or turn by 180°,
// 5–8 exchange rows and columns.  Any other number counts as 1.
Image upright(Image image, int orientation);

// The orientation in an EXIF block ("Exif", two zeros, a TIFF directory); 1 when there is none or it is
// damaged.
int exif_orientation(std::span<const std::byte> block);

}  // namespace wpga
