// Paths inside an HDF5 file, of which nothing outside of it is ever opened.
#pragma once

#include <string>

#include "wpga/io/files/hdf5_handle.hpp"

namespace wpga {

// Of a path without soft links.  Both throw Hdf5Refusal.
bool is_hdf5_group(hid_t file, const std::string& path);

// The path of an object without soft links in it; nothing when there is no such object.
std::string without_soft_links(hid_t file, const std::string& path);

}  // namespace wpga
