// Loops over measures of which each rank does its share.
#pragma once

#include <exception>
#include <utility>

#include "wpga/parallel/parallel_for.hpp"
#include "wpga/parallel/parcel.hpp"
#include "wpga/parallel/ranks.hpp"

namespace wpga {

// Brings what results(parcel, i) lists of index i from the rank in whose share i lies to all others.
// `failure`: why this rank has nothing to bring; all of them throw it.
template <class Results>
void gather(const Execution& execution, std::int64_t count, Results&& results,
            const std::exception_ptr& failure = nullptr) {
  if (!is_shared(execution)) return;
  Parcel mine;
  const Share own = own_share(execution, count);
  for (std::int64_t i = own.first; i < own.last && !failure; ++i) results(mine, i);
  Parcel all(execution.ranks->meet(failure, mine.take(), [](Letter earlier, const Letter& later) {
    earlier.insert(earlier.end(), later.begin(), later.end());
    return earlier;
  }));
  for (std::int64_t i = 0; i < count; ++i) results(all, i);
}

// body(workspace, i) for i in [0, count), each rank its share; what it writes about i, results(parcel, i)
// lists: it is brought to all ranks.
template <class MakeWorkspace, class Body, class Results>
void shared_for(const Execution& execution, std::int64_t count, MakeWorkspace&& make, Body&& body,
                Results&& results) {
  const Share own = own_share(execution, count);
  const auto work = [&] {
    parallel_for_with(execution, own.size(), make,
                      [&](auto& workspace, std::int64_t at) { body(workspace, own.first + at); });
  };
  if (!is_shared(execution)) return work();
  gather(execution, count, results, caught(work));
}

}  // namespace wpga
