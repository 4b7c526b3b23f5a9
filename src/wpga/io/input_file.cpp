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
  std::size_t filled = 0;
  while (true) {
    if (filled == bytes.size()) bytes.resize(bytes.size() + std::max(chunk, bytes.size() / 2));
    const ssize_t got = ::read(file.descriptor(), bytes.data() + filled, bytes.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(path, errno);
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  bytes.resize(filled);
  return bytes;
} catch (const std::bad_alloc&) {
  fail(path, ENOMEM);
}

}  // namespace wpga
