#include "wpga/io/file_identity.hpp"

#include <sys/stat.h>

#include "wpga/io/file_system.hpp"

namespace wpga {

namespace fs = std::filesystem;

std::optional<FileIdentity> identity_of(const fs::path& path) {
  // "folder/" is "folder".
  const fs::path plain = path.has_filename() ? path : path.parent_path();
  struct stat status;
  if (::stat(plain.c_str(), &status) == 0) {
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return std::nullopt;
    return FileIdentity{.device = status.st_dev, .inode = status.st_ino, .path = {}};
  }
  return FileIdentity{.path = canonical_path(followed(plain)).string()};
}

std::optional<FileVersion> version_of(int descriptor) {
  struct stat status;
  if (::fstat(descriptor, &status) != 0) return std::nullopt;
  return FileVersion{.device = status.st_dev,
                     .inode = status.st_ino,
                     .size = static_cast<std::uint64_t>(status.st_size),
                     .seconds = status.st_mtim.tv_sec,
                     .nanoseconds = status.st_mtim.tv_nsec};
}

}  // namespace wpga
