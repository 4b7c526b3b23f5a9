// Inflating gzip files and the members of zip archives; checksums.  The only door to zlib.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "wpga/io/formats/bytes.hpp"

namespace wpga {

// How far compressed bytes may unfold.  Data of real measures shrink at most a few hundred times; what
// unfolds further and is larger than `free_bytes` is taken for a decompression bomb.
struct InflateLimits {
  std::uint64_t bytes = std::uint64_t{1} << 34;       // never more than this, 16 GiB
  std::uint64_t free_bytes = std::uint64_t{1} << 26;  // up to here, 64 MiB, any ratio is fine
  std::uint64_t ratio = 500;                          // above it, at most so many bytes from one
};

// Throws InputError when `inflated` bytes out of `compressed` break the limits.
void check_inflation(std::uint64_t compressed, std::uint64_t inflated, const InflateLimits& limits);

// Does it begin like a gzip file?
bool is_gzip(Bytes bytes);

// The contents of a gzip file (RFC 1952), all its members one after the other, checksums verified.  Zero
// bytes after the last member are padding.  Memory grows with what was inflated, not with what a header
// promises.
std::vector<std::byte> gunzip(Bytes bytes, const InflateLimits& limits = {});

// Bare deflate data (RFC 1951) that must give exactly `size` bytes; the caller has checked `size`.
std::vector<std::byte> inflate_raw(Bytes bytes, std::size_t size);

// The checksum that zip and gzip use.
std::uint32_t crc32_of(Bytes bytes);

// CRC-32 and Adler-32 of bytes that come in pieces.  The first alone notices every change within 32 bits in a
// row.
struct Checksums {
  std::uint32_t crc32 = 0, adler32 = 1;

  void add(Bytes bytes);
  bool operator==(const Checksums&) const = default;
};

}  // namespace wpga
