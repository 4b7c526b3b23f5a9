// Numbers in a row that may be many: in memory, in a scratch file where a bound of memory asks for it, or
// those of a file that is there (paged_memory.hpp).
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "wpga/base/paged_memory.hpp"

namespace wpga {

template <class T>
class LargeArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  LargeArray() = default;
  explicit LargeArray(std::size_t size) { resize(size); }
  // `size` numbers of a file, from byte `offset` of the region on; copies share them.
  LargeArray(std::shared_ptr<const PagedMemory> region, std::size_t offset, std::size_t size)
      : data_(reinterpret_cast<T*>(region->data() + offset)), size_(size), file_(std::move(region)) {}
  LargeArray(const LargeArray& other) {
    if (other.file_)
      data_ = other.data_, size_ = other.size_, file_ = other.file_;
    else
      append(other);
  }
  LargeArray(LargeArray&& other) noexcept { swap(other); }
  LargeArray& operator=(LargeArray other) noexcept {
    swap(other);
    return *this;
  }
  ~LargeArray() {
    if (is_on_heap()) std::free(data_);
  }

  std::size_t size() const { return size_; }
  const T* data() const { return data_; }
  T* data() {
    own();
    return data_;
  }

  // Whoever looks at many numbers, or at these few again and again, tells how many.
  void visit(std::size_t count) const noexcept {
    if (const PagedMemory* pages = paged()) pages->visit(count * sizeof(T));
  }

  // Pages of a file leave memory, also those that the system brought unasked.
  void drop() const noexcept {
    if (const PagedMemory* pages = paged()) pages->drop();
  }

  // look(first, numbers) for runs of at most `run` numbers, from the first to the last.
  template <class Look>
  void walk(std::size_t run, Look&& look) const {
    for (std::size_t first = 0; first < size_; first += run) {
      const std::size_t count = std::min(run, size_ - first);
      visit(count);
      look(first, std::span<const T>(data_ + first, count));
    }
  }

  void reserve(std::size_t capacity) {
    own();
    if (capacity > capacity_) move_to(capacity);
  }
  // New numbers are not set.
  void resize(std::size_t size) {
    own();
    if (size > capacity_) move_to(std::max(size, capacity_ + capacity_ / 2));
    size_ = size;
  }
  void append(std::span<const T> values) {
    const std::size_t had = size_;
    resize(had + values.size());
    if (!values.empty()) std::memcpy(data_ + had, values.data(), values.size_bytes());
    visit(values.size());
  }

 private:
  bool is_on_heap() const { return !file_ && !scratch_; }
  const PagedMemory* paged() const { return file_ ? file_.get() : scratch_.get(); }

  void swap(LargeArray& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    std::swap(file_, other.file_);
    std::swap(scratch_, other.scratch_);
  }

  // What is to change is copied from the file that is to stay.
  void own() {
    if (!file_) return;
    LargeArray copy;
    copy.append(*this);
    swap(copy);
  }
  void append(const LargeArray& other) {
    reserve(other.size());
    other.walk(run_bytes / sizeof(T), [&](std::size_t, std::span<const T> values) { append(values); });
  }

  void move_to(std::size_t capacity) {
    const std::size_t bytes = capacity * sizeof(T);
    if (scratch_) {
      scratch_->grow(bytes);
      data_ = reinterpret_cast<T*>(scratch_->data());
    } else if (bytes <= largest_in_memory()) {
      void* moved = std::realloc(data_, bytes);  // the system moves pages, not bytes
      if (!moved) throw std::bad_alloc();
      data_ = static_cast<T*>(moved);
    } else {
      auto scratch = PagedMemory::scratch(bytes);
      if (size_ > 0) std::memcpy(scratch->data(), data_, size_ * sizeof(T));
      std::free(data_);
      scratch_ = std::move(scratch);
      data_ = reinterpret_cast<T*>(scratch_->data());
    }
    capacity_ = capacity;
  }

  static constexpr std::size_t run_bytes = std::size_t{1} << 20;

  T* data_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
  std::shared_ptr<const PagedMemory> file_;
  std::unique_ptr<PagedMemory> scratch_;
};

}  // namespace wpga
