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

void tell_later_work(const Execution& execution, double times) {
  if (auto* listener = dynamic_cast<ProgressObserver*>(execution.observer)) listener->expect(times);
}

InsidePart::InsidePart(const Execution& outer) : outer_(outer.observer), execution_(outer) {
  execution_.observer = outer_ ? this : nullptr;
}

}  // namespace wpga
