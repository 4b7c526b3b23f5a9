// What holds for every picture parser, whatever the bytes: a whole picture, or an InputError.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "wpga/base/error.hpp"
#include "wpga/measures/image.hpp"

namespace wpga::testing {

inline bool is_whole(const Image& image) {
  return image.rows > 0 && image.columns > 0 && image.channels >= 1 && image.channels <= 4 &&
         image.samples.size() == static_cast<std::size_t>(image.rows * image.columns * image.channels);
}

inline void decode_or_refuse(Image (*decode)(std::span<const std::byte>), const std::uint8_t* data,
                             std::size_t size) {
  try {
    if (!is_whole(decode(std::as_bytes(std::span(data, size))))) std::abort();
  } catch (const InputError&) {
  }
}

}  // namespace wpga::testing
