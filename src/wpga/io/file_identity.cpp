#include "wpga/io/file_identity.hpp"

#include <sys/stat.h>

#include <system_error>

namespace wpga {

namespace {

namespace fs = std::filesystem;

// Where a link that leads to nothing yet leads; a ring of links ends somewhere on it.
fs::path followed(fs::path path) {
  std::error_code error;
  for (int hops = 0; hops < 40 && fs::is_symlink(fs::symlink_status(path, error)); ++hops) {
    const fs::path target = fs::read_symlink(path, error);
    if (error) break;
    path = path.parent_path() / target;  // an absolute target replaces the path
  }
  return path;
}

}  // namespace

std::optional<FileIdentity> identity_of(const fs::path& path) {
  // "folder/" is "folder".
  const fs::path plain = path.has_filename() ? path : path.parent_path();
  struct stat status;
  if (::stat(plain.c_str(), &status) == 0) {
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return std::nullopt;
    return FileIdentity{.device = status.st_dev, .inode = status.st_ino, .path = {}};
  }
  std::error_code error;
  const fs::path place = followed(plain), absolute = fs::absolute(place, error);
  const fs::path canonical = fs::weakly_canonical(absolute, error);
  return FileIdentity{.path = (error ? absolute.lexically_normal() : canonical).string()};
}

}  // namespace wpga
