#include "wpga/io/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <limits>
#include <new>
#include <string>
#include <system_error>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"

namespace wpga {

namespace {

// A device may never end; a pipe is trusted further.
constexpr std::size_t most_from_devices = std::size_t{1} << 26, most_from_pipes = std::size_t{1} << 32;

[[noreturn]] void fail(const std::filesystem::path& path, int error) {
  throw InputError(
      fmt::format("cannot read {}: {}", displayed(path.string()), std::generic_category().message(error)));
}

class OpenFile {
 public:
  explicit OpenFile(const std::filesystem::path& path)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) fail(path, errno);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() { ::close(descriptor_); }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

// 0 at the end.
std::size_t read_some(const OpenFile& file, const std::filesystem::path& path, std::span<std::byte> into) {
  while (true) {
    const ssize_t got = ::read(file.descriptor(), into.data(), into.size());
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) fail(path, errno);
  }
}

}  // namespace

std::vector<std::byte> read_file(const std::filesystem::path& path) try {
  const OpenFile file(path);
  struct stat status;
  if (::fstat(file.descriptor(), &status) != 0) fail(path, errno);
  if (S_ISDIR(status.st_mode)) fail(path, EISDIR);

  // A pipe has no size: grow as it comes.
  const std::size_t chunk = 1 << 20;
  std::vector<std::byte> bytes(S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) + 1
                                                       : chunk);
  const std::size_t most = S_ISREG(status.st_mode)   ? std::numeric_limits<std::size_t>::max()
                           : S_ISCHR(status.st_mode) ? most_from_devices
                                                     : most_from_pipes;
  std::size_t filled = 0;
  while (true) {
    if (filled == bytes.size()) bytes.resize(bytes.size() + std::max(chunk, bytes.size() / 2));
    const std::size_t got = read_some(file, path, std::span(bytes).subspan(filled));
    if (got == 0) break;
    filled += got;
    if (filled > most)
      throw InputError(
          fmt::format("{}: this is no file, and more than {} megabytes have come from it; save them to a "
                      "file first",
                      displayed(path.string()), most >> 20));
  }
  bytes.resize(filled);
  return bytes;
} catch (const std::bad_alloc&) {
  fail(path, ENOMEM);
}

void read_in_pieces(const std::filesystem::path& path,
                    const std::function<bool(std::span<const std::byte>)>& visit) {
  const OpenFile file(path);
  std::vector<std::byte> piece(1 << 18);  // stays in the cache of the processor
  while (const std::size_t got = read_some(file, path, piece))
    if (!visit(std::span(piece).first(got))) return;
}

std::vector<std::byte> read_beginning(const std::filesystem::path& path, std::size_t size) {
  std::vector<std::byte> bytes;
  read_in_pieces(path, [&](std::span<const std::byte> piece) {
    const std::span<const std::byte> wanted = piece.first(std::min(piece.size(), size - bytes.size()));
    bytes.insert(bytes.end(), wanted.begin(), wanted.end());
    return bytes.size() < size;
  });
  return bytes;
}

}  // namespace wpga
