#include "wpga/base/paged_memory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <limits>
#include <new>
#include <system_error>
#include <utility>

#include "wpga/base/error.hpp"

namespace wpga {

namespace {

// Bringing a page back that the system still holds costs little, so that a window need not be wide.
constexpr std::uint64_t usual_window = std::uint64_t{32} << 20, least_window = std::uint64_t{1} << 18;
constexpr std::uint64_t windows_within_bound = 16;

MemoryBound& bound() {
  static MemoryBound now;
  return now;
}

std::uint64_t window() {
  const std::uint64_t bytes = bound().bytes;
  return bytes == 0 ? usual_window : std::clamp(bytes / windows_within_bound, least_window, usual_window);
}

// A rank looks at all of a file a few times, then at its own part in every pass.
std::uint64_t window_of_file(std::uint64_t bytes) {
  const auto ranks = static_cast<std::uint64_t>(std::max(bound().ranks, 1));
  return ranks == 1 ? window() : std::clamp(bytes / ranks, least_window, window());
}

std::string scratch_folder() {
  if (!bound().scratch.empty()) return bound().scratch;
  const char* named = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return named && *named ? named : "/var/tmp";
}

[[noreturn]] void refuse_scratch(int error, std::uint64_t bytes) {
  throw InputError(fmt::format(
      "cannot keep {} megabytes in a scratch file in {}: {}; name a folder with room by `scratch`",
      (bytes >> 20) + 1, scratch_folder(), std::generic_category().message(error)));
}

int scratch_file() {
  const std::string folder = scratch_folder();
  const int unnamed = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (unnamed >= 0 || (errno != EOPNOTSUPP && errno != EISDIR)) return unnamed;
  std::string name = folder + "/wpga-XXXXXX";
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(name.c_str());
  return named;
}

// Room is taken before a byte is written: a full disk is an error here and a crash later.
void take_room(int descriptor, std::uint64_t bytes) {
  int error = EINTR;
  while (error == EINTR) error = ::posix_fallocate(descriptor, 0, static_cast<off_t>(bytes));
  if (error != 0) refuse_scratch(error, bytes);
}

}  // namespace

void set_memory_bound(MemoryBound wanted) { bound() = std::move(wanted); }

const MemoryBound& memory_bound() { return bound(); }

std::uint64_t largest_in_memory() {
  return bound().bytes == 0 ? std::numeric_limits<std::uint64_t>::max() : window();
}

PagedMemory::PagedMemory(int descriptor, void* mapped, std::uint64_t lead, std::uint64_t bytes,
                         std::uint64_t window)
    : descriptor_(descriptor),
      mapped_(static_cast<std::byte*>(mapped)),
      lead_(lead),
      data_(mapped_ + lead),
      size_(bytes),
      window_(window) {}

PagedMemory::~PagedMemory() {
  ::munmap(mapped_, lead_ + size_);
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::shared_ptr<const PagedMemory> PagedMemory::of_file(const std::string& path, std::uint64_t offset,
                                                        std::uint64_t bytes) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return nullptr;
  struct stat status;
  const bool holds = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && bytes > 0 &&
                     static_cast<std::uint64_t>(status.st_size) >= offset &&
                     static_cast<std::uint64_t>(status.st_size) - offset >= bytes;
  const std::uint64_t lead = offset % static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  void* mapped =
      holds ? ::mmap(nullptr, lead + bytes, PROT_READ, MAP_SHARED, file, static_cast<off_t>(offset - lead))
            : MAP_FAILED;
  ::close(file);
  if (mapped == MAP_FAILED) return nullptr;
  return std::shared_ptr<const PagedMemory>(new PagedMemory(-1, mapped, lead, bytes, window_of_file(bytes)));
}

std::unique_ptr<PagedMemory> PagedMemory::scratch(std::uint64_t bytes) {
  bytes = std::max<std::uint64_t>(bytes, 1);
  const int file = scratch_file();
  if (file < 0) refuse_scratch(errno, bytes);
  try {
    take_room(file, bytes);
    void* mapped = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    return std::unique_ptr<PagedMemory>(new PagedMemory(file, mapped, 0, bytes, window()));
  } catch (...) {
    ::close(file);
    throw;
  }
}

void PagedMemory::grow(std::uint64_t bytes) {
  if (bytes <= size_) return;
  take_room(descriptor_, bytes);
  void* mapped = ::mremap(mapped_, size_, bytes, MREMAP_MAYMOVE);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  data_ = mapped_ = static_cast<std::byte*>(mapped);
  size_ = bytes;
}

void PagedMemory::drop() const noexcept {
  visited_.store(0, std::memory_order_relaxed);
  ::madvise(mapped_, lead_ + size_, MADV_DONTNEED);
}

}  // namespace wpga
