// Decimal numbers as tables have them, read in a few steps.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "wpga/io/formats/text_lines.hpp"

namespace wpga {

// What number_in gives, to the last bit: numbers of at most 2⁵³ in digits with a power of ten up to 10²² are
// one exact product or quotient (Clinger 1990); all others go to number_in.
inline std::optional<double> quick_number(std::string_view word) {
  constexpr std::array<double, 23> powers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                             1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                             1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  const char* at = word.data();
  const char* const end = at + word.size();
  const bool negative = at != end && *at == '-';
  if (negative) ++at;
  std::uint64_t digits = 0;
  const char* const first = at;
  for (; at != end && *at >= '0' && *at <= '9'; ++at)
    digits = digits * 10 + static_cast<std::uint64_t>(*at - '0');
  std::ptrdiff_t count = at - first, behind = 0;
  if (at != end && *at == '.') {
    const char* const point = ++at;
    for (; at != end && *at >= '0' && *at <= '9'; ++at)
      digits = digits * 10 + static_cast<std::uint64_t>(*at - '0');
    behind = at - point;
    count += behind;
  }
  if (at != end || count == 0 || count > 18 || digits > (std::uint64_t{1} << 53)) return number_in(word);
  const double value = static_cast<double>(digits) / powers[static_cast<std::size_t>(behind)];
  return negative ? -value : value;
}

}  // namespace wpga
