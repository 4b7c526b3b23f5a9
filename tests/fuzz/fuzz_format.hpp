// What holds for every parser, whatever the bytes: a value, or an InputError whose sentence is UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"

namespace wpga::testing {

inline void insist(bool condition) {
  if (!condition) std::abort();
}

template <class Read>
void read_or_refuse(Read&& read) {
  try {
    read();
  } catch (const InputError& error) {
    const std::string_view sentence = error.what();
    insist(!sentence.empty() && !first_invalid_utf8(sentence));
  }
}

inline std::string_view text_from(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace wpga::testing
