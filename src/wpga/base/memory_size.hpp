// An amount of memory as a person types it: 800M, 2G, 1.5G, or a number of bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "wpga/base/option_text.hpp"

namespace wpga {

struct MemorySize {
  std::uint64_t bytes = 0;
};

void parse_value(std::string_view text, MemorySize& value);  // throws InputError
std::string text_of(const MemorySize& value);                // empty for 0

template <>
struct ValueWord<MemorySize> {
  static std::string word() { return "SIZE"; }
};

}  // namespace wpga
