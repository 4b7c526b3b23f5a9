// Why something of an HDF5 file cannot be had.
#pragma once

#include <filesystem>
#include <string>

#include "wpga/io/files/hdf5_handle.hpp"

namespace wpga {

// What is wrong, to be told after the name of the dataset.
struct Hdf5Refusal {
  std::string what;
};

// What is not there and what cannot be looked at are two things: the latter is never taken for the former.
inline constexpr const char* hdf5_unreachable =
    "cannot be looked for; the file is damaged, or its disk fails";

// Throws the refusal where a call to the library failed.
void require_reached(bool success);

// The class of values; one that cannot be found out is none that a reader may do without.
H5T_class_t class_of(const Hdf5Handle& type);

// Of a dataset that could not be read: a filter that this library has not got, by its name, or damage.
std::string why_unreadable(const Hdf5Handle& dataset);

// Of a path that the library could not open, which it does not explain; `otherwise` where nothing else is
// found.  The library looks at HDF5_USE_FILE_LOCKING, and so does this.
std::string why_closed(const std::filesystem::path& path, const char* otherwise);

}  // namespace wpga
