// The bytes of a file, read once, whole.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace wpga {

// Throws InputError (path, reason): missing, unreadable, a folder, or too large for memory.
std::vector<std::byte> read_file(const std::filesystem::path& path);

}  // namespace wpga
