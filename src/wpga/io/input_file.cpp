#include "wpga/io/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
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

// A file that is read once, from its beginning; what has no end is bounded.
class OpenFile {
 public:
  explicit OpenFile(const std::filesystem::path& path)
      : OpenFile(path, ::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  OpenFile(const std::filesystem::path& path, int descriptor) : path_(path), descriptor_(descriptor) {
    if (descriptor_ < 0) fail(path_, errno);
    if (::fstat(descriptor_, &status_) == 0) return;
    const int error = errno;
    ::close(descriptor_);
    fail(path_, error);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() { ::close(descriptor_); }

  bool is_folder() const { return S_ISDIR(status_.st_mode); }
  // 0 where it has none: devices, pipes, and what /proc calls a file.
  std::size_t size() const {
    return S_ISREG(status_.st_mode) ? static_cast<std::size_t>(status_.st_size) : 0;
  }

  // How many bytes came; 0 at the end.
  std::size_t read_some(std::span<std::byte> into) {
    while (true) {
      const ssize_t got = ::read(descriptor_, into.data(), into.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail(path_, errno);
      came_ += static_cast<std::size_t>(got);
      check_bounds();
      if (got == 0) check_whole();
      return static_cast<std::size_t>(got);
    }
  }

 private:
  void check_bounds() const {
    if (size() > 0) {
      if (came_ > size())
        throw InputError(
            fmt::format("{}: it grows while it is read; wait until it is whole", displayed(path_.string())));
      return;
    }
    const std::size_t most = S_ISFIFO(status_.st_mode) ? most_from_pipes : most_from_devices;
    if (came_ > most)
      throw InputError(
          fmt::format("{}: this is no file, and more than {} megabytes have come from it; save them to a "
                      "file first",
                      displayed(path_.string()), most >> 20));
  }

  void check_whole() const {
    if (came_ < size())
      throw InputError(
          fmt::format("{}: it became shorter while it was read; wait until it is whole, or make it again",
                      displayed(path_.string())));
  }

  const std::filesystem::path& path_;
  int descriptor_;
  struct stat status_{};
  std::size_t came_ = 0;
};

}  // namespace

std::vector<std::byte> read_file(const std::filesystem::path& path) try {
  OpenFile file(path);
  if (file.is_folder()) fail(path, EISDIR);

  // A pipe has no size: grow as it comes.
  const std::size_t chunk = 1 << 20;
  std::vector<std::byte> bytes(file.size() > 0 ? file.size() + 1 : chunk);
  std::size_t filled = 0;
  while (true) {
    if (filled == bytes.size()) bytes.resize(bytes.size() + std::max(chunk, bytes.size() / 2));
    const std::size_t got = file.read_some(std::span(bytes).subspan(filled));
    if (got == 0) break;
    filled += got;
  }
  bytes.resize(filled);
  return bytes;
} catch (const std::bad_alloc&) {
  fail(path, ENOMEM);
}

namespace {

using PieceVisit = std::function<bool(std::span<const std::byte>)>;

void read_pieces_of(OpenFile& file, const PieceVisit& visit) {
  std::vector<std::byte> piece(1 << 18);  // stays in the cache of the processor
  while (const std::size_t got = file.read_some(piece))
    if (!visit(std::span(piece).first(got))) return;
}

}  // namespace

void read_in_pieces(const std::filesystem::path& path, const PieceVisit& visit) {
  OpenFile file(path);
  read_pieces_of(file, visit);
}

void read_in_pieces(const HeldFile& held, const PieceVisit& visit) {
  if (::lseek(held.descriptor(), 0, SEEK_SET) < 0) fail(held.path(), errno);
  OpenFile file(held.path(), ::fcntl(held.descriptor(), F_DUPFD_CLOEXEC, 0));
  read_pieces_of(file, visit);
}

HeldFile::HeldFile(const std::filesystem::path& path)
    : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (descriptor_ < 0) fail(path_, errno);
}

HeldFile::~HeldFile() { ::close(descriptor_); }

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
