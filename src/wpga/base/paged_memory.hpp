// Arrays that may be larger than memory: their bytes are those of a file, of which the system brings a page
// when it is looked at.  Pages that were looked at leave again once there are more of them than a window
// holds, so that a walk from one end to the other needs the window, not the array.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace wpga {

// How much of its large arrays a process may keep resident; 0: as much as it likes.  Set before any work.
struct MemoryBound {
  std::uint64_t bytes = 0;
  std::string scratch;  // the folder of scratch files; empty: the one named by TMPDIR, else /var/tmp
  int ranks = 1;        // that share the measures: of a file each keeps no more than its part
};
void set_memory_bound(MemoryBound bound);
const MemoryBound& memory_bound();

// An array with more bytes than this lies in a scratch file; the largest number there is without a bound.
std::uint64_t largest_in_memory();

class PagedMemory {
 public:
  // `bytes` bytes of a regular file from `offset` on, to be read.  Nothing where that cannot be.  A file that
  // another process shortens meanwhile ends the program; one that it replaces stays as it was.
  static std::shared_ptr<const PagedMemory> of_file(const std::string& path, std::uint64_t offset,
                                                    std::uint64_t bytes);
  // Zeros, to be written, in a scratch file without a name, which is gone with the process.  Throws
  // InputError when the folder has no room.
  static std::unique_ptr<PagedMemory> scratch(std::uint64_t bytes);

  PagedMemory(const PagedMemory&) = delete;
  PagedMemory& operator=(const PagedMemory&) = delete;
  ~PagedMemory();

  std::byte* data() const { return data_; }
  std::uint64_t size() const { return size_; }

  // A scratch file with more bytes, which may lie elsewhere in memory now.
  void grow(std::uint64_t bytes);

  // To be told of every look at the bytes: so many more.  From any thread.
  void visit(std::uint64_t bytes) const noexcept {
    if (visited_.fetch_add(bytes, std::memory_order_relaxed) + bytes > window_) drop();
  }
  // Its pages leave memory, their contents stay.
  void drop() const noexcept;

 private:
  PagedMemory(int descriptor, void* mapped, std::uint64_t lead, std::uint64_t bytes, std::uint64_t window);

  int descriptor_;  // of a scratch file, else −1
  std::byte* mapped_;
  std::uint64_t lead_;  // bytes of the first page before ours
  std::byte* data_;
  std::uint64_t size_, window_;
  mutable std::atomic<std::uint64_t> visited_ = 0;
};

}  // namespace wpga
