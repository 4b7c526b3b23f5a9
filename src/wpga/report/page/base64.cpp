#include "wpga/report/page/base64.hpp"

#include <bit>
#include <cstdint>
#include <string_view>

namespace wpga {

static_assert(std::endian::native == std::endian::little, "the page reads little-endian numbers");

std::string base64(std::span<const std::byte> bytes) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t taken = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i)
      group = group << 8 | (i < taken ? std::to_integer<std::uint32_t>(bytes[at + i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i) text += i <= taken ? letters[group >> (18 - 6 * i) & 63U] : '=';
  }
  return text;
}

}  // namespace wpga
