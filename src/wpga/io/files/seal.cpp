#include "wpga/io/files/seal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "wpga/io/formats/gzip.hpp"

namespace wpga {

namespace {

constexpr std::string_view seal_begin = "wpga ", seal_version = " 1\n";

Checksums checksums_of_kind(std::string_view kind) {
  Checksums sums;
  sums.add(std::as_bytes(std::span(kind)));
  return sums;
}

std::vector<std::byte> seal_block(std::string_view kind, std::uint64_t bytes, const Checksums& sums) {
  const std::string text = fmt::format("{}{}{}bytes {}\ncrc32 {:08x}\nadler32 {:08x}\n", seal_begin, kind,
                                       seal_version, bytes, sums.crc32, sums.adler32);
  assert(text.size() <= seal_size);
  std::vector<std::byte> block(seal_size);
  std::ranges::copy(std::as_bytes(std::span(text)), block.begin());
  return block;
}

}  // namespace

void seal(std::span<std::byte> file, std::string_view kind) {
  assert(file.size() >= seal_size);
  const std::span<std::byte> rest = file.subspan(seal_size);
  Checksums sums = checksums_of_kind(kind);
  sums.add(rest);
  std::ranges::copy(seal_block(kind, rest.size(), sums), file.begin());
}

std::vector<std::byte> sealed_block(const FilePieces& rest, std::string_view kind) {
  Checksums sums = checksums_of_kind(kind);
  std::uint64_t bytes = 0;
  rest([&](std::span<const std::byte> piece) {
    sums.add(piece);
    bytes += piece.size();
  });
  return seal_block(kind, bytes, sums);
}

std::optional<std::string> sealed_kind(std::span<const std::byte> beginning) {
  const std::size_t size = std::min<std::size_t>(beginning.size(), 64);
  const std::string_view text(reinterpret_cast<const char*>(beginning.data()), size);
  if (!text.starts_with(seal_begin)) return std::nullopt;
  const std::string_view kind = text.substr(seal_begin.size());
  return std::string(kind.substr(0, kind.find(' ')));
}

std::optional<std::string> sealed_kind(const std::filesystem::path& path) {
  return sealed_kind(read_beginning(path, seal_size));
}

bool seal_holds(const HeldFile& file) {
  std::vector<std::byte> block;
  std::uint64_t bytes = 0;
  Checksums sums;
  read_in_pieces(file, [&](std::span<const std::byte> piece) {
    const std::size_t missing = std::min(seal_size - block.size(), piece.size());
    block.insert(block.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(missing));
    if (bytes == 0) sums = checksums_of_kind(sealed_kind(block).value_or(""));
    sums.add(piece.subspan(missing));
    bytes += piece.size() - missing;
    return true;
  });
  const std::optional<std::string> kind = sealed_kind(block);
  return kind && block == seal_block(*kind, bytes, sums);
}

}  // namespace wpga
