#include "wpga/io/formats/images/image_size.hpp"

#include <fmt/format.h>

#include "wpga/base/error.hpp"

namespace wpga {

void check_image_size(std::uint64_t rows, std::uint64_t columns, std::uint64_t channels) {
  if (rows == 0 || columns == 0 || channels == 0)
    throw InputError(
        fmt::format("its header promises {} × {} pixels; a picture needs at least one pixel", columns, rows));
  if (rows > largest_sample_count || columns > largest_sample_count / rows ||
      channels > largest_sample_count / (rows * columns))
    throw InputError(fmt::format(
        "its header promises {} × {} pixels in {} channels, more than the {} samples a picture may have; "
        "make it smaller first",
        columns, rows, channels, largest_sample_count));
}

void check_expansion(std::uint64_t decoded_bytes, std::uint64_t file_bytes, std::uint64_t largest_ratio) {
  constexpr std::uint64_t harmless = std::uint64_t{1} << 20;
  if (decoded_bytes > harmless && decoded_bytes / largest_ratio > file_bytes)
    throw InputError(fmt::format(
        "its header promises {} bytes of pixels, more than its {} bytes can hold; the file is damaged or cut "
        "short",
        decoded_bytes, file_bytes));
}

}  // namespace wpga
