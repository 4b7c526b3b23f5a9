#include "wpga/io/formats/images/orientation.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>

namespace wpga {

namespace {

// Where the upright pixel (row, column) lies in the picture as stored.
struct Place {
  Index row, column;
};

Place stored_place(int orientation, Index rows, Index columns, Index row, Index column) {
  switch (orientation) {
    case 2:
      return {row, columns - 1 - column};
    case 3:
      return {rows - 1 - row, columns - 1 - column};
    case 4:
      return {rows - 1 - row, column};
    case 5:
      return {column, row};
    case 6:
      return {rows - 1 - column, row};
    case 7:
      return {rows - 1 - column, columns - 1 - row};
    case 8:
      return {column, columns - 1 - row};
    default:
      return {row, column};
  }
}

// Reads integers of a TIFF directory in the byte order that it declares; nothing beyond the end.
class DirectoryReader {
 public:
  DirectoryReader(std::span<const std::byte> bytes, bool little) : bytes_(bytes), little_(little) {}

  std::optional<std::uint32_t> integer(std::size_t at, std::size_t width) const {
    if (at > bytes_.size() || width > bytes_.size() - at) return std::nullopt;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < width; ++i)
      value = value << 8 | std::to_integer<std::uint32_t>(bytes_[at + (little_ ? width - 1 - i : i)]);
    return value;
  }

 private:
  std::span<const std::byte> bytes_;
  bool little_;
};

bool begins_with(std::span<const std::byte> bytes, const char* text, std::size_t count) {
  return bytes.size() >= count && std::memcmp(bytes.data(), text, count) == 0;
}

}  // namespace

Image upright(Image image, int orientation) {
  if (orientation < 2 || orientation > 8) return image;
  Image turned{image.rows, image.columns, image.channels, std::vector<double>(image.samples.size())};
  if (orientation >= 5) std::swap(turned.rows, turned.columns);
  auto out = turned.samples.begin();
  for (Index row = 0; row < turned.rows; ++row)
    for (Index column = 0; column < turned.columns; ++column) {
      const Place from = stored_place(orientation, image.rows, image.columns, row, column);
      const auto first = image.samples.begin() + (from.row * image.columns + from.column) * image.channels;
      out = std::copy_n(first, image.channels, out);
    }
  return turned;
}

int exif_orientation(std::span<const std::byte> block) {
  constexpr std::uint32_t orientation_tag = 0x0112, type_short = 3;
  if (!begins_with(block, "Exif\0\0", 6)) return 1;
  const std::span<const std::byte> directory = block.subspan(6);
  const bool little = begins_with(directory, "II*\0", 4);
  if (!little && !begins_with(directory, "MM\0*", 4)) return 1;

  const DirectoryReader reader(directory, little);
  const std::size_t start = reader.integer(4, 4).value_or(0);
  const std::size_t entries = reader.integer(start, 2).value_or(0);
  for (std::size_t entry = 0; entry < entries; ++entry) {
    const std::size_t at = start + 2 + 12 * entry;
    if (reader.integer(at, 2) != orientation_tag || reader.integer(at + 2, 2) != type_short) continue;
    const auto value = static_cast<int>(reader.integer(at + 8, 2).value_or(1));
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

}  // namespace wpga
