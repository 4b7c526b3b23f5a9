// The bytes of a file that is never whole in memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>

namespace wpga {

using FilePieceSink = std::function<void(std::span<const std::byte>)>;

// Hands all bytes over, one piece after the other, as often as it is asked.
using FilePieces = std::function<void(const FilePieceSink&)>;

// As write_file of output_file.hpp writes bytes: whole or not at all.
void write_file(const std::filesystem::path& path, const FilePieces& pieces);

}  // namespace wpga
