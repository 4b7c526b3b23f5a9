#include "wpga/io/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <optional>
#include <string>
#include <system_error>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/file_pieces.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/pending_output.hpp"

namespace wpga {

namespace {

namespace fs = std::filesystem;

std::atomic<bool> another_writes = false;

std::string reason(int error) { return std::generic_category().message(error); }

[[noreturn]] void fail_to_write(const fs::path& path, int error) {
  throw InputError(fmt::format("cannot write {}: {}", displayed(path.string()), reason(error)));
}

// Some file systems cannot; that they lose files is known to those who chose them.
bool synced(int descriptor) { return ::fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP; }

// A file on its way: removed again unless it was renamed into place.
class PendingFile {
 public:
  PendingFile(const fs::path& named, const fs::path& place) : named_(named), place_(place), pending_(place) {
    const std::error_code error = pending_.make([&](const fs::path& path) {
      descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      return std::error_code(descriptor_ < 0 ? errno : 0, std::generic_category());
    });
    if (error) fail_to_write(named_, error.value());
  }
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;
  ~PendingFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!placed_) ::unlink(name());
  }

  int descriptor() const { return descriptor_; }

  // As the file that is there, if any; owner and group only as far as we may.
  void keep_mode() const {
    struct stat there;
    if (::stat(place_.c_str(), &there) != 0) return;
    const bool owned = ::fchown(descriptor_, there.st_uid, there.st_gid) == 0;
    // Bits of another's file that would now give our rights to everyone are not kept.
    const mode_t kept = owned ? 07777 : 0777;
    if (::fchmod(descriptor_, there.st_mode & kept) != 0 && errno != EPERM) fail_to_write(named_, errno);
  }

  // A file whose name is on the disk before its bytes could be found empty after a power failure; some disks
  // report that they are full only on close.
  void place() {
    if (!synced(descriptor_)) fail_to_write(named_, errno);
    const int closed = ::close(descriptor_);
    descriptor_ = -1;
    if (closed != 0) fail_to_write(named_, errno);
    if (::rename(name(), place_.c_str()) != 0) fail_to_write(named_, errno);
    placed_ = true;
  }

 private:
  const char* name() const { return pending_.path().c_str(); }

  fs::path named_, place_;  // as the user wrote it, and where links lead
  PendingPath pending_;
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

void write_pieces(int descriptor, const FilePieces& pieces, const fs::path& path) {
  pieces([&](std::span<const std::byte> piece) { write_all(descriptor, piece, path); });
}

// The number of a file that is open here, where a path is one of the names that the system gives it.
std::optional<int> descriptor_called(const fs::path& path) {
  const fs::path folder = canonical_path(path.parent_path().empty() ? "." : path.parent_path());
  const fs::path process = canonical_path("/proc/self");
  const std::string name = path.filename().string();
  const bool of_a_thread =
      folder.parent_path().parent_path() == process / "task" && folder.filename() == "fd";
  if (folder != process / "fd" && !of_a_thread) return std::nullopt;
  int number = -1;
  const auto [end, flaw] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (flaw != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return number;
}

// What the shell has opened for us is written on where it stands, be it a file: `-o /dev/stdout >> log`, and
// whatever link leads there.
std::optional<int> opened_by_shell(const fs::path& path) {
  fs::path place = path;
  for (int hops = 0; hops < most_links; ++hops) {
    if (const auto number = descriptor_called(place)) return number;
    const std::optional<fs::path> next = link_target(place);
    if (!next) break;
    place = *next;
  }
  return std::nullopt;
}

bool is_writable(int descriptor) {
  const int flags = ::fcntl(descriptor, F_GETFL);
  return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

void write_device(const fs::path& path, const FilePieces& pieces) {
  const std::optional<int> opened = opened_by_shell(path);
  const int descriptor =
      opened ? ::fcntl(*opened, F_DUPFD_CLOEXEC, 0) : ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) fail_to_write(path, errno);
  try {
    write_pieces(descriptor, pieces, path);
  } catch (...) {
    ::close(descriptor);
    throw;
  }
  if (::close(descriptor) != 0) fail_to_write(path, errno);
}

bool is_device(const fs::path& path) {
  if (opened_by_shell(path)) return true;
  struct stat status;
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

}  // namespace

void leave_writing_to_another() { another_writes = true; }

bool writes_files() { return !another_writes; }

void require_writable(const fs::path& path) {
  if (another_writes) return;
  require(!path.empty(), "no output file was named; give one with -o FILE");
  if (const auto opened = opened_by_shell(path); opened && !is_writable(*opened)) fail_to_write(path, EBADF);
  if (is_device(path)) return;
  require(path.extension() != ".gz",
          fmt::format("{}: results are not compressed; leave out .gz", displayed(path.string())));
  if (is_folder(path))
    throw InputError(fmt::format("cannot write {}: it is a folder; name a file", displayed(path.string())));
  const fs::path place = followed(path), folder = folder_of(place);
  if (is_there(folder) && !is_folder(folder))
    throw InputError(fmt::format("cannot write {}: {} is no folder", displayed(path.string()),
                                 displayed(folder.string())));
  if (!is_folder(folder))
    throw InputError(
        reason_missing(folder) == "no such file or folder"
            ? fmt::format("cannot write {}: the folder {} does not exist; make it first",
                          displayed(path.string()), displayed(folder.string()))
            : fmt::format("cannot write {}: {}", displayed(path.string()), reason_missing(folder)));
  if (::access(folder.c_str(), W_OK | X_OK) != 0) fail_to_write(path, errno);
  if (::access(place.c_str(), W_OK) != 0 && errno != ENOENT) fail_to_write(path, errno);
}

// As with cp, a link stays and what it leads to is replaced, with the mode that it has; as with git, the
// bytes are on the disk before the file is renamed.
void write_file(const fs::path& path, const FilePieces& pieces) {
  if (another_writes) return;
  require_writable(path);
  if (is_device(path)) return write_device(path, pieces);
  const fs::path place = followed(path);
  PendingFile pending(path, place);
  write_pieces(pending.descriptor(), pieces, path);
  pending.keep_mode();
  pending.place();
  sync_folder(folder_of(place));
}

void write_file(const fs::path& path, std::span<const std::byte> bytes) {
  write_file(path, FilePieces([&](const FilePieceSink& sink) { sink(bytes); }));
}

void write_file(const fs::path& path, std::string_view text) {
  write_file(path, std::as_bytes(std::span(text.data(), text.size())));
}

void make_output_folder(const fs::path& path) {
  const fs::path folder = path.has_filename() ? path : path.parent_path();  // "glyphs/" is "glyphs"
  if (another_writes || is_folder(folder)) return;
  require_writable(folder);
  if (const std::error_code error = make_folder(folder))
    throw InputError(
        fmt::format("cannot make the folder {}: {}", displayed(folder.string()), error.message()));
}

}  // namespace wpga
