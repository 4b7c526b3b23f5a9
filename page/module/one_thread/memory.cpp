// src/wpga/base/paged_memory for a machine without files: all arrays lie in memory, and nobody bounds them.
#include <limits>

#include "wpga/base/paged_memory.hpp"

namespace wpga {

std::uint64_t largest_in_memory() { return std::numeric_limits<std::uint64_t>::max(); }

std::unique_ptr<PagedMemory> PagedMemory::scratch(std::uint64_t) { __builtin_trap(); }
PagedMemory::~PagedMemory() = default;
void PagedMemory::grow(std::uint64_t) { __builtin_trap(); }
void PagedMemory::drop() const noexcept {}

}  // namespace wpga
