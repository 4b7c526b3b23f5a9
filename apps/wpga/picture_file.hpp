// Pictures go to .png, .pdf or .svg files.
#pragma once

#include <string>

#include "wpga/report/canvas.hpp"

namespace wpga {

bool is_picture_path(const std::string& path);

// Throws InputError, before the work, for an ending that is no picture or a place that cannot be written.
void require_picture(const std::string& path);
void write_picture(const std::string& path, const Canvas& picture);

}  // namespace wpga
