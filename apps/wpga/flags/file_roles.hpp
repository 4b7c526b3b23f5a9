// What a verb reads and what it writes.  No output is an input or another output, whatever links lead there,
// and none has the extension of another kind of file.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wpga/io/file_identity.hpp"

namespace wpga {

class FileRoles {
 public:
  // Inputs come first.  An empty path is none.
  void reads(const std::string& file);
  void reads_data(std::span<const std::string> arguments);  // files, folders or globs, all that is in them

  // Throws InputError for a file that is an input or another output, or would be data in a folder that is
  // read, at any depth; `flag` is what named it.
  void writes(const std::string& flag, const std::string& file);
  // A folder for many files must not be one that is read.
  void writes_folder(const std::string& flag, const std::string& folder);

  // Before the first of many files: throws InputError when one of `names` in the folder is an input or
  // another output.
  void check_inside(const std::filesystem::path& folder, std::span<const std::string> names) const;

 private:
  bool lies_in_read_folder(const std::filesystem::path& file) const;

  std::set<FileIdentity> inputs_, input_folders_;
  std::map<FileIdentity, std::string> outputs_;  // with the flag that named them
};

// Throws InputError when the extension is known and none of `own`: `what` is written there, "a table", say.
// Extensions that nobody knows, or none at all, are fine.
void require_own_extension(const std::string& path, std::span<const std::string_view> own,
                           std::string_view what);

}  // namespace wpga
