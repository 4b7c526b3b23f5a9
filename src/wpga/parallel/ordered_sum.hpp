// Sums over measures with the same bits for any number of threads: fixed blocks, added in a fixed order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "wpga/parallel/parallel_for.hpp"

namespace wpga {

inline constexpr std::int64_t ordered_sum_block = 16;

// Σ_i over [0, count): add(workspace, total, i) accumulates into a block's own copy of `zero`; the copies are
// then joined in order with +=.  Memory: one total per block of 16 indices in a window of a few blocks per
// thread.
template <class Total, class MakeWorkspace, class Add>
Total ordered_sum(const Execution& execution, std::int64_t count, const Total& zero, MakeWorkspace&& make,
                  Add&& add) {
  const std::int64_t blocks = (count + ordered_sum_block - 1) / ordered_sum_block;
  const std::int64_t window = 64;  // a constant, so that the order of additions never depends on the threads
  Total sum = zero;
  for (std::int64_t first = 0; first < blocks; first += window) {
    const std::int64_t here = std::min(window, blocks - first);
    std::vector<Total> partial(static_cast<std::size_t>(here), zero);
    parallel_for_with(execution, here, make, [&](auto& workspace, std::int64_t block) {
      const std::int64_t begin = (first + block) * ordered_sum_block;
      const std::int64_t end = std::min(count, begin + ordered_sum_block);
      for (std::int64_t i = begin; i < end; ++i) add(workspace, partial[static_cast<std::size_t>(block)], i);
    });
    for (const Total& part : partial) sum += part;
  }
  return sum;
}

// The same without a workspace: add(total, i).
template <class Total, class Add>
Total ordered_sum(const Execution& execution, std::int64_t count, const Total& zero, Add&& add) {
  return ordered_sum(
      execution, count, zero, [] { return 0; }, [&](int&, Total& total, std::int64_t i) { add(total, i); });
}

}  // namespace wpga
