// The photos that palettes were read from, small.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace wpga {

// For each name the file among the data that is the picture of that measure; an empty path where none is:
// family files hold no photos.
std::vector<std::filesystem::path> photo_files(std::span<const std::string> data,
                                               const std::vector<std::string>& names);

// A JPEG of it with no side longer than `side`.  Throws InputError for what is no picture.
std::vector<std::byte> small_photo(const std::filesystem::path& path, int side);

}  // namespace wpga
