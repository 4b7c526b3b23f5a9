// Progress of a long computation as a whole: parts (component 2 of 3) and their iterations.
#pragma once

#include <cstdint>
#include <string_view>

#include "wpga/parallel/execution.hpp"

namespace wpga {

struct IterationDone {
  int iteration = 0;     // counted from 1
  double objective = 0;  // in the unit of the data's squared distances, or of a fit that scales them
  double fall = 1;       // share of the objective that the iteration took off
  double tolerance = 0;  // a fall below it ends the part
  int limit = 0;         // iterations at most
};

// An observer that is also told of parts and iterations.  Both come from the thread that computes.
class ProgressObserver : public Observer {
 public:
  // Part `number` of `total` such parts begins; it ends when the next one begins, the last when one without
  // a name does.
  // What follows the last of them takes about as long as `later` such parts.
  virtual void begin_part(std::string_view name, std::int64_t number, std::int64_t total, double later) = 0;
  virtual void iterated(const IterationDone& iteration) = 0;
};

// Tells the observer of `execution`, if it listens.
void tell_part(const Execution& execution, std::string_view name, std::int64_t number = 1,
               std::int64_t total = 1, double later = 0);
void tell_iteration(const Execution& execution, const IterationDone& iteration);

}  // namespace wpga
