// What kind of file it is: by its first bytes, or by its name where the format has no signature.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

#include "wpga/io/formats/bytes.hpp"

namespace wpga {

enum class Format { image, npy, npz, idx, table, ply, xyz, fcs, family };

// Throws InputError for bytes that wpga does not read.
Format format_of(Bytes bytes, const std::filesystem::path& path);

// Its first bytes; false for a pipe, where they would be gone then.
bool is_hdf5_file(const std::filesystem::path& path);
bool begins_like_image(const std::filesystem::path& path);

// Tables, arrays and families go by their extension, so that they are not opened twice.
bool holds_many(const std::filesystem::path& path);

// The bytes of a file, inflated where it is compressed.  Throws InputError with the path.
std::vector<std::byte> contents_of(const std::filesystem::path& path);

// train-images-idx3-ubyte belongs with train-labels-idx1-ubyte, compressed or not.
std::optional<std::filesystem::path> labels_beside(const std::filesystem::path& images);

}  // namespace wpga
