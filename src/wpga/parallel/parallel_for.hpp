// The only way to use more than one core.  Exceptions of the body reach the caller; a stop request ends the
// loop with Interrupted between two bodies.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "wpga/parallel/execution.hpp"

namespace wpga {

// body(i) for i in [0, count), in any order.
void parallel_for(const Execution& execution, std::int64_t count,
                  const std::function<void(std::int64_t)>& body);

namespace detail {
// body(worker, i): no two bodies run at once with the same worker, which lies in [0,
// thread_count(execution)).
void parallel_for_workers(const Execution& execution, std::int64_t count,
                          const std::function<void(int, std::int64_t)>& body);
}  // namespace detail

// The same with a workspace that each thread makes once and keeps: body(workspace, i).
template <class MakeWorkspace, class Body>
void parallel_for_with(const Execution& execution, std::int64_t count, MakeWorkspace&& make, Body&& body) {
  using Workspace = std::invoke_result_t<MakeWorkspace>;
  std::vector<std::unique_ptr<Workspace>> workspaces(static_cast<std::size_t>(thread_count(execution)));
  detail::parallel_for_workers(execution, count, [&](int worker, std::int64_t i) {
    auto& workspace = workspaces[static_cast<std::size_t>(worker)];
    if (!workspace) workspace = std::make_unique<Workspace>(make());
    body(*workspace, i);
  });
}

}  // namespace wpga
