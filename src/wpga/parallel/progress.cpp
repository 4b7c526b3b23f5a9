#include "wpga/parallel/progress.hpp"

namespace wpga {

void tell_part(const Execution& execution, std::string_view name, std::int64_t number, std::int64_t total,
               double later) {
  if (auto* listener = dynamic_cast<ProgressObserver*>(execution.observer))
    listener->begin_part(name, number, total, later);
}

void tell_iteration(const Execution& execution, const IterationDone& iteration) {
  if (auto* listener = dynamic_cast<ProgressObserver*>(execution.observer)) listener->iterated(iteration);
}

}  // namespace wpga
