// A family as a folder with one file a measure.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "flags/file_roles.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/parallel/execution.hpp"

namespace wpga {

// 16-bit PNG for shapes on a grid in the plane, CSV in the units of the data for everything else; files are
// called as the measures are ("/" becomes "_").  A new folder appears whole or not at all; into one that is
// there, each file does, unless one of them has a role of its own: then InputError, and nothing is written.
void write_folder(const MeasureFamily& family, const std::string& output, const FileRoles& roles,
                  const Execution& execution);

// Calls write(folder).  A new folder appears whole or not at all; in one that is there, files are replaced
// one by one.
void fill_folder(const std::string& output, const std::function<void(const std::filesystem::path&)>& write);

// The check to make before the work, for an output that is a folder or one file.
void require_writable_output(const std::string& output, bool one_file);

}  // namespace wpga
