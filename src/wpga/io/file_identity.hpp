// Which file a path leads to, through links and whatever way: two paths to one file have one identity.
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace wpga {

struct FileIdentity {
  std::uint64_t device = 0, inode = 0;  // of a file that is there
  std::string path;                     // of one that is not: where it would be made

  auto operator<=>(const FileIdentity&) const = default;
};

// Nothing for what can be written over and over: devices (/dev/null), pipes, sockets.
std::optional<FileIdentity> identity_of(const std::filesystem::path& path);

// Of an open file, and of what was written into it last: another one renamed into its place has another.
struct FileVersion {
  std::uint64_t device = 0, inode = 0, size = 0;
  std::int64_t seconds = 0, nanoseconds = 0;

  auto operator<=>(const FileVersion&) const = default;
};

// Nothing where it cannot be found out.
std::optional<FileVersion> version_of(int descriptor);

}  // namespace wpga
