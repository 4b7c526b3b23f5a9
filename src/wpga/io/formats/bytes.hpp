// Reading numbers out of bytes without ever reading past the end.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wpga {

using Bytes = std::span<const std::byte>;

inline Bytes bytes_of(std::string_view text) { return std::as_bytes(std::span(text.data(), text.size())); }
inline std::string_view text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The number that the first sizeof(T) bytes at `at` spell in the given order.
template <class T>
T load_number(const std::byte* at, std::endian order) {
  std::array<std::byte, sizeof(T)> raw;
  std::memcpy(raw.data(), at, sizeof(T));
  if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
  return std::bit_cast<T>(raw);
}

// Appends the bytes of a number in little-endian order.
template <class T>
void append_little(std::vector<std::byte>& out, T value) {
  auto raw = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
  if (std::endian::native != std::endian::little) std::reverse(raw.begin(), raw.end());
  out.insert(out.end(), raw.begin(), raw.end());
}

// Walks forward through bytes; asking for more than there are throws InputError naming what was being read.
class ByteCursor {
 public:
  explicit ByteCursor(Bytes bytes, std::size_t position = 0);

  std::size_t position() const { return position_; }
  std::size_t remaining() const { return bytes_.size() - position_; }
  Bytes take(std::uint64_t count, std::string_view what);

  template <class T>
  T number(std::endian order, std::string_view what) {
    return load_number<T>(take(sizeof(T), what).data(), order);
  }

 private:
  Bytes bytes_;
  std::size_t position_;
};

// The product of non-negative numbers, or nothing when it does not fit into 63 bits.
std::optional<std::int64_t> checked_product(std::span<const std::int64_t> factors);

}  // namespace wpga
