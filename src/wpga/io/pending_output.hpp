// Outputs on their way: written beside their place, and removed unless they get there.
#pragma once

#include <filesystem>
#include <functional>
#include <system_error>

namespace wpga {

// As long as it lives, its path, ".name.1234-0-k3x9qa7m.part" beside the place, is known to those who end the
// program.  A long name is cut, so that this one fits where that one does.  The letters are chance: what a
// killed run left, in a container whose processes have the same number every time say, is in nobody's way.
class PendingPath {
 public:
  explicit PendingPath(const std::filesystem::path& place);
  PendingPath(const PendingPath&) = delete;
  PendingPath& operator=(const PendingPath&) = delete;
  ~PendingPath();

  const std::filesystem::path& path() const { return path_; }

  // What `made` tells of the path: what went wrong, if anything.  Where something else has the name it is
  // asked again with another.
  std::error_code make(const std::function<std::error_code(const std::filesystem::path&)>& made);

 private:
  std::filesystem::path place_, path_;
};

// A folder that is being filled: removed with all that is in it unless it was placed.
class PendingFolder {
 public:
  // Throws InputError when it cannot be made.
  explicit PendingFolder(const std::filesystem::path& place);
  PendingFolder(const PendingFolder&) = delete;
  PendingFolder& operator=(const PendingFolder&) = delete;
  ~PendingFolder();

  const std::filesystem::path& path() const { return pending_.path(); }

  // Throws InputError when the place was taken meanwhile, by another run say.
  void place() const;

 private:
  std::filesystem::path place_;
  PendingPath pending_;
};

// For a program that ends in the middle: is anything on its way, and remove all of it.
bool writes_pending();
void remove_pending();

// Brings the names in a folder to the disk, where that can be done.
void sync_folder(const std::filesystem::path& folder);

// "." for a bare name.
std::filesystem::path folder_of(const std::filesystem::path& path);

}  // namespace wpga
