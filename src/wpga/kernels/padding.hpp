// Rows of numbers are as long as whole vectors of every instruction set.
#pragma once

#include <cstddef>

namespace wpga::kernels {

inline constexpr std::ptrdiff_t padding = 16;

// The next multiple of the padding.
constexpr std::ptrdiff_t padded(std::ptrdiff_t count) { return (count + padding - 1) / padding * padding; }

}  // namespace wpga::kernels
