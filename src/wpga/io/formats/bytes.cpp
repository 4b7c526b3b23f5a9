#include "wpga/io/formats/bytes.hpp"

#include <fmt/format.h>

#include <limits>

#include "wpga/base/error.hpp"

namespace wpga {

ByteCursor::ByteCursor(Bytes bytes, std::size_t position) : bytes_(bytes), position_(position) {
  require(position <= bytes.size(),
          fmt::format("the file is cut short: it ends at byte {}, before byte {}", bytes.size(), position));
}

Bytes ByteCursor::take(std::uint64_t count, std::string_view what) {
  if (count > remaining())
    throw InputError(
        fmt::format("the file is cut short: {} needs {} bytes from byte {} on, but only {} are left", what,
                    count, position_, remaining()));
  const Bytes taken = bytes_.subspan(position_, static_cast<std::size_t>(count));
  position_ += taken.size();
  return taken;
}

std::optional<std::int64_t> checked_product(std::span<const std::int64_t> factors) {
  std::int64_t product = 1;
  for (const std::int64_t factor : factors)
    if (__builtin_mul_overflow(product, factor, &product)) return std::nullopt;
  return product;
}

}  // namespace wpga
