// What every parser must survive.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "wpga/base/error.hpp"

namespace wpga::testing {

// Cut at every length, the file is refused with a sentence; `tail` bytes at its end may be missing.
template <class Decode>
void expect_refusal_when_cut(const std::vector<std::byte>& file, const Decode& decode, std::size_t tail = 0) {
  for (std::size_t length = 0; length < file.size(); ++length) {
    // A copy of its own, so that a sanitizer sees the first byte too many.
    const std::vector<std::byte> cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(length));
    try {
      decode(std::span<const std::byte>(cut));
      EXPECT_GE(length + tail, file.size()) << "was read although cut at " << length;
    } catch (const InputError& error) {
      EXPECT_GT(std::string(error.what()).size(), 10U);
    }
  }
}

// Every byte inverted in turn: an answer or a sentence, nothing else.
template <class Decode>
void expect_answer_when_damaged(const std::vector<std::byte>& file, const Decode& decode) {
  for (std::size_t at = 0; at < file.size(); ++at) {
    std::vector<std::byte> damaged = file;
    damaged[at] = ~damaged[at];
    try {
      decode(std::span<const std::byte>(damaged));
    } catch (const InputError&) {
    }
  }
}

template <class Decode>
std::string refusal(const Decode& decode, std::span<const std::byte> bytes) {
  try {
    decode(bytes);
  } catch (const InputError& error) {
    return error.what();
  }
  return "it was read";
}

inline std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

}  // namespace wpga::testing
