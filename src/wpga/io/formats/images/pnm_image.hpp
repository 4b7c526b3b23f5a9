// The portable pixmaps of Netpbm: PBM, PGM, PPM, as text or binary (P1–P6), and PAM (P7).
#pragma once

#include <cstddef>
#include <span>

#include "wpga/measures/image.hpp"

namespace wpga {

bool looks_like_pnm(std::span<const std::byte> bytes);

// Samples are divided by the header's largest value (up to 65535); in P1 and P4 the bit 1 is black.  A PAM
// file may have 1 to 4 channels, the second or fourth being alpha.  Throws InputError for a damaged or short
// file and for a file with several pictures.
Image decode_pnm(std::span<const std::byte> bytes);

}  // namespace wpga
