// Sums over measures with the same bits for any number of threads and ranks: fixed blocks, added along a
// fixed tree.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "wpga/parallel/parallel_for.hpp"
#include "wpga/parallel/ranks.hpp"
#include "wpga/parallel/shared_for.hpp"
#include "wpga/parallel/sum_tree.hpp"

namespace wpga {

namespace detail {

// The blocks of a share, a window of them at a time.
template <class Total, class MakeWorkspace, class Add>
SumTree<Total> tree_of(const Execution& execution, const Share& share, const Total& zero,
                       MakeWorkspace&& make, Add&& add) {
  SumTree<Total> tree;
  const std::int64_t window = 64 * ordered_sum_block;
  for (std::int64_t first = share.first; first < share.last; first += window) {
    const std::int64_t last = std::min(share.last, first + window);
    const std::int64_t blocks = (last - first + ordered_sum_block - 1) / ordered_sum_block;
    std::vector<Total> partial(static_cast<std::size_t>(blocks), zero);
    parallel_for_with(execution, blocks, make, [&](auto& workspace, std::int64_t block) {
      const std::int64_t begin = first + block * ordered_sum_block;
      const std::int64_t end = std::min(last, begin + ordered_sum_block);
      for (std::int64_t i = begin; i < end; ++i) add(workspace, partial[static_cast<std::size_t>(block)], i);
    });
    for (std::int64_t block = 0; block < blocks; ++block)
      tree.add(first / ordered_sum_block + block, std::move(partial[static_cast<std::size_t>(block)]));
  }
  return tree;
}

}  // namespace detail

// Σ_i over [0, count): add(workspace, total, i) accumulates into a block's own copy of `zero`; the copies are
// then joined with += (sum_tree.hpp).  Memory: one total per block of 16 indices in a window of 64 blocks.
// Where there are several ranks, each of them computes all of it.
template <class Total, class MakeWorkspace, class Add>
Total ordered_sum(const Execution& execution, std::int64_t count, const Total& zero, MakeWorkspace&& make,
                  Add&& add) {
  return detail::tree_of(execution, {0, count}, zero, make, add).sum(zero);
}

// The same without a workspace: add(total, i).
template <class Total, class Add>
Total ordered_sum(const Execution& execution, std::int64_t count, const Total& zero, Add&& add) {
  return ordered_sum(
      execution, count, zero, [] { return 0; }, [&](int&, Total& total, std::int64_t i) { add(total, i); });
}

// Σ_i with each rank adding its own share; the total has a list `travel(parcel)`.  A rank sends
// O(log count) totals.  What `add` writes elsewhere about index i, results(parcel, i) lists: it is brought to
// all ranks.
template <class Total, class MakeWorkspace, class Add, class Results>
Total shared_sum(const Execution& execution, std::int64_t count, const Total& zero, MakeWorkspace&& make,
                 Add&& add, Results&& results) {
  if (!is_shared(execution)) return ordered_sum(execution, count, zero, make, add);
  SumTree<Total> tree;
  const std::exception_ptr failure =
      caught([&] { tree = detail::tree_of(execution, own_share(execution, count), zero, make, add); });
  const auto join = [](Letter earlier, Letter later) {
    auto joined = unpacked<SumTree<Total>>(std::move(earlier));
    joined.add(unpacked<SumTree<Total>>(std::move(later)));
    return packed(joined);
  };
  tree = unpacked<SumTree<Total>>(execution.ranks->meet(failure, packed(tree), join));
  gather(execution, count, results);
  return std::move(tree).sum(zero);
}

}  // namespace wpga
