// The bytes of a file, read once, whole.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

namespace wpga {

// Throws InputError (path, reason): missing, unreadable, a folder, too large for memory, a file that grows
// meanwhile, a device of more than 64 MB, a pipe of more than 4 GB.
std::vector<std::byte> read_file(const std::filesystem::path& path);

// The same bytes a piece at a time, one after the other; ends early when `visit` returns false.
void read_in_pieces(const std::filesystem::path& path,
                    const std::function<bool(std::span<const std::byte>)>& visit);

// The first `size` bytes, or as many as there are.
std::vector<std::byte> read_beginning(const std::filesystem::path& path, std::size_t size);

// A file that is looked at several times, opened once: it stays the same when another one is renamed into its
// place.
class HeldFile {
 public:
  explicit HeldFile(const std::filesystem::path& path);  // throws InputError as above
  HeldFile(const HeldFile&) = delete;
  HeldFile& operator=(const HeldFile&) = delete;
  ~HeldFile();

  const std::filesystem::path& path() const { return path_; }
  int descriptor() const { return descriptor_; }

 private:
  std::filesystem::path path_;
  int descriptor_;
};

// All of it, from its beginning.
void read_in_pieces(const HeldFile& file, const std::function<bool(std::span<const std::byte>)>& visit);

}  // namespace wpga
