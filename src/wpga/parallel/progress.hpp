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
  // All parts that begin from now on are followed by work that takes `times` as long as they.
  virtual void expect(double times) = 0;
};

// Tells the observer of `execution`, if it listens.
void tell_part(const Execution& execution, std::string_view name, std::int64_t number = 1,
               std::int64_t total = 1, double later = 0);
void tell_iteration(const Execution& execution, const IterationDone& iteration);
void tell_later_work(const Execution& execution, double times);

// Execution of the work inside one part, as the fit inside a fold: the observer hears that it goes on, and
// nothing of its own tasks, parts and iterations.
class InsidePart : ProgressObserver {
 public:
  explicit InsidePart(const Execution& outer);
  InsidePart(const InsidePart&) = delete;
  InsidePart& operator=(const InsidePart&) = delete;
  const Execution& execution() const { return execution_; }

 private:
  void begin(std::string_view, std::int64_t) override {}
  void advance(std::int64_t) override { outer_->advance(0); }
  void end() override {}
  void begin_part(std::string_view, std::int64_t, std::int64_t, double) override {}
  void iterated(const IterationDone&) override { outer_->advance(0); }
  void expect(double) override {}

  Observer* outer_;
  Execution execution_;
};

}  // namespace wpga
