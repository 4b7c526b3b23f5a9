#include "wpga/io/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"

namespace wpga {

namespace {

namespace fs = std::filesystem;

std::string reason(int error) { return std::generic_category().message(error); }

[[noreturn]] void fail_to_write(const fs::path& path, int error) {
  throw InputError(fmt::format("cannot write {}: {}", displayed(path.string()), reason(error)));
}

// A file on its way: removed again unless it was renamed into place.
class PendingFile {
 public:
  explicit PendingFile(const fs::path& final_path) : final_path_(final_path) {
    static std::atomic<int> counter = 0;
    pending_path_ = final_path.parent_path() /
                    fmt::format(".{}.{}-{}.part", final_path.filename().string(), ::getpid(), counter++);
    descriptor_ = ::open(pending_path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail_to_write(final_path_, errno);
  }
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;
  ~PendingFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!placed_) ::unlink(pending_path_.c_str());
  }

  int descriptor() const { return descriptor_; }

  // Some disks report that they are full only on close.
  void place() {
    const int closed = ::close(descriptor_);
    descriptor_ = -1;
    if (closed != 0) fail_to_write(final_path_, errno);
    if (::rename(pending_path_.c_str(), final_path_.c_str()) != 0) fail_to_write(final_path_, errno);
    placed_ = true;
  }

 private:
  fs::path final_path_, pending_path_;
  int descriptor_ = -1;
  bool placed_ = false;
};

void write_all(int descriptor, std::span<const std::byte> bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_to_write(path, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void write_device(const fs::path& path, std::span<const std::byte> bytes) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) fail_to_write(path, errno);
  try {
    write_all(descriptor, bytes, path);
  } catch (...) {
    ::close(descriptor);
    throw;
  }
  if (::close(descriptor) != 0) fail_to_write(path, errno);
}

bool is_device(const fs::path& path) {
  struct stat status;
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

}  // namespace

void require_writable(const fs::path& path) {
  require(!path.empty(), "no output file was named; give one with -o FILE");
  if (is_device(path)) return;
  std::error_code ignored;
  if (fs::is_directory(path, ignored))
    throw InputError(fmt::format("cannot write {}: it is a folder; name a file", displayed(path.string())));
  const fs::path folder = folder_of(path);
  if (!fs::is_directory(folder, ignored))
    throw InputError(fmt::format("cannot write {}: the folder {} does not exist; make it first",
                                 displayed(path.string()), displayed(folder.string())));
  if (::access(folder.c_str(), W_OK | X_OK) != 0) fail_to_write(path, errno);
}

void write_file(const fs::path& path, std::span<const std::byte> bytes) {
  require_writable(path);
  if (is_device(path)) return write_device(path, bytes);
  PendingFile pending(path);
  write_all(pending.descriptor(), bytes, path);
  pending.place();
}

void write_file(const fs::path& path, std::string_view text) {
  write_file(path, std::as_bytes(std::span(text.data(), text.size())));
}

void make_output_folder(const fs::path& path) {
  const fs::path folder = path.has_filename() ? path : path.parent_path();  // "glyphs/" is "glyphs"
  std::error_code error;
  if (fs::is_directory(folder, error)) return;
  require_writable(folder);
  fs::create_directory(folder, error);
  if (error)
    throw InputError(
        fmt::format("cannot make the folder {}: {}", displayed(folder.string()), error.message()));
}

}  // namespace wpga
