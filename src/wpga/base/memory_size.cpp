#include "wpga/base/memory_size.hpp"

#include <array>
#include <cmath>
#include <utility>

namespace wpga {

namespace {

constexpr std::array<std::pair<char, double>, 4> units = {
    {{'T', 0x1p40}, {'G', 0x1p30}, {'M', 0x1p20}, {'K', 0x1p10}}};
constexpr double least = 0x1p24, most = 0x1p60;  // less than 16 megabytes serves nothing

}  // namespace

void parse_value(std::string_view text, MemorySize& value) {
  std::string_view digits = text;
  double unit = 1;
  for (const auto& [letter, factor] : units)
    if (!text.empty() && (text.back() == letter || text.back() == letter - 'A' + 'a')) {
      unit = factor;
      digits.remove_suffix(1);
    }
  double number = 0;
  try {
    parse_value(digits, number);
  } catch (const InputError&) {
    throw InputError(fmt::format("'{}' is not an amount of memory such as 800M or 2G", text));
  }
  const double bytes = number * unit;
  require(bytes >= least && bytes <= most,  // false for NaN
          fmt::format("'{}' is out of range; give 16M or more", text));
  value.bytes = static_cast<std::uint64_t>(bytes);
}

std::string text_of(const MemorySize& value) {
  if (value.bytes == 0) return {};
  for (const auto& [letter, factor] : units) {
    const double number = static_cast<double>(value.bytes) / factor;
    if (number >= 1 && number == std::floor(number)) return fmt::format("{}{}", number, letter);
  }
  return fmt::format("{}", value.bytes);
}

}  // namespace wpga
