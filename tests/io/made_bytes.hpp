// Files made by hand, byte by byte, for the tests of formats.
#pragma once

#include <zlib.h>

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "wpga/io/formats/bytes.hpp"

namespace wpga::testing {

// The bytes of a number in the given order.
template <class T>
std::string spelled(T value, std::endian order) {
  auto raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
  if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
  return std::string(raw.data(), raw.size());
}

inline std::string text_from(const std::vector<std::byte>& bytes) {
  return std::string(text_of(Bytes(bytes)));
}

// What zlib makes of the text: window 31 gives a gzip file, −15 bare deflate data.
inline std::string deflated(std::string_view text, int window) {
  z_stream stream = {};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  return out;
}
inline std::string gzipped(std::string_view text) { return deflated(text, 31); }

// action(prefix) for every proper prefix of the text, each in memory of its own so that a sanitizer sees a
// step too far.
template <class Action>
void for_every_prefix(std::string_view text, Action&& action) {
  for (std::size_t length = 0; length < text.size(); ++length) {
    const std::vector<char> prefix(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(length));
    action(std::string_view(prefix.data(), prefix.size()));
  }
}

}  // namespace wpga::testing
