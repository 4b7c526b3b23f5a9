// What the header of a picture promises, checked against the file before memory is allocated.
#pragma once

#include <cstddef>
#include <cstdint>

namespace wpga {

// 2^28 samples are 2 GiB once decoded.
inline constexpr std::uint64_t largest_sample_count = std::uint64_t{1} << 28;

// Throws InputError for a picture without pixels or with more than 2^28 samples.  Never overflows.
void check_image_size(std::uint64_t rows, std::uint64_t columns, std::uint64_t channels);

// Throws InputError when `file_bytes` cannot hold `decoded_bytes` at the best ratio the compression reaches.
// Anything up to 1 MiB passes: it harms nobody.
void check_expansion(std::uint64_t decoded_bytes, std::uint64_t file_bytes, std::uint64_t largest_ratio);

}  // namespace wpga
