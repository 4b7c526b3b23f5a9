// Bytes as text (RFC 4648 §4, with padding).
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace wpga {

std::string base64(std::span<const std::byte> bytes);

// The bytes of numbers as they lie in memory, which the page reads as little-endian.
template <class Number>
std::string base64_of(std::span<const Number> numbers) {
  return base64(std::as_bytes(numbers));
}

}  // namespace wpga
