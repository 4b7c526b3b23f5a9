#include "wpga/io/formats/arrays/idx_file.hpp"

#include <fmt/format.h>

#include "wpga/base/error.hpp"
#include "wpga/base/named_enum.hpp"

namespace wpga {

namespace {

std::optional<ElementType> type_of_code(std::byte code) {
  switch (std::to_integer<int>(code)) {
    case 0x08:
      return ElementType::u8;
    case 0x09:
      return ElementType::i8;
    case 0x0B:
      return ElementType::i16;
    case 0x0C:
      return ElementType::i32;
    case 0x0D:
      return ElementType::f32;
    case 0x0E:
      return ElementType::f64;
    default:
      return std::nullopt;
  }
}

}  // namespace

bool is_idx(Bytes bytes) {
  return bytes.size() >= 4 && bytes[0] == std::byte{0} && bytes[1] == std::byte{0} &&
         type_of_code(bytes[2]) && bytes[3] != std::byte{0};
}

NumericArray decode_idx(Bytes bytes) {
  ByteCursor cursor(bytes);
  const Bytes magic = cursor.take(4, "the IDX header");
  require(magic[0] == std::byte{0} && magic[1] == std::byte{0},
          "this is not an IDX file: it does not begin with two zero bytes");
  const auto type = type_of_code(magic[2]);
  require(type.has_value(), fmt::format("the IDX header names element type 0x{:02x}, which does not exist",
                                        std::to_integer<int>(magic[2])));

  NumericArray array;
  array.type = *type;
  for (int k = std::to_integer<int>(magic[3]); k > 0; --k)
    array.shape.push_back(cursor.number<std::uint32_t>(std::endian::big, "the extents in the IDX header"));
  const std::size_t element = size_of(*type);
  const auto size = static_cast<std::uint64_t>(checked_size(array.shape, element)) * element;
  require(size == cursor.remaining(),
          fmt::format("the IDX header promises {} elements of type {} ({} bytes), but {} bytes follow it",
                      shape_words(array.shape), name_of(*type), size, cursor.remaining()));
  array.data =
      in_native_order(cursor.take(size, "the elements"), array.shape, element, {.bytes = std::endian::big});
  return array;
}

}  // namespace wpga
