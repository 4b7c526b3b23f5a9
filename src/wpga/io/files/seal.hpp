// The seal of our own HDF5 files: 512 bytes before the HDF5 data (a user block, which HDF5 skips) that hold
// the length and the checksums of all that follows.  A file whose seal does not fit is damaged, and known to
// be before the HDF5 library parses a byte of it.
//
//   "wpga KIND 1\nbytes N\ncrc32 XXXXXXXX\nadler32 XXXXXXXX\n", then zeros.  The checksums are those of KIND
//   and of the N bytes from byte 512 on.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wpga/io/file_pieces.hpp"
#include "wpga/io/input_file.hpp"

namespace wpga {

inline constexpr std::size_t seal_size = 512;

// Fills the first seal_size bytes of a file; `kind` is a word such as "model".
void seal(std::span<std::byte> file, std::string_view kind);

// The seal itself, of a file whose other bytes come in pieces.
std::vector<std::byte> sealed_block(const FilePieces& rest, std::string_view kind);

// The word in the seal, which is not verified; nothing for a file without a seal.  Reads a few bytes.
std::optional<std::string> sealed_kind(const std::filesystem::path& path);
std::optional<std::string> sealed_kind(std::span<const std::byte> beginning);

// Does the seal fit the file?  Reads all of it.
bool seal_holds(const HeldFile& file);

}  // namespace wpga
