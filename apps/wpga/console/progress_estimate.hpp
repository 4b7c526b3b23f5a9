// How long a fit will still take, from the parts and iterations that it told of.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "wpga/parallel/progress.hpp"

namespace wpga {

// Seconds are those of one clock that the caller reads.
class ProgressEstimate {
 public:
  void begin_part(std::string_view name, std::int64_t number, std::int64_t total, double later, double now);
  void iterated(const IterationDone& done, double now);
  void expect(double times, double now);

  bool in_part() const { return !name_.empty(); }
  // "component 2 of 3", with "iteration 14, objective 3.021" once there is one.
  std::string words() const;

  // Of all parts of this name and what follows them, and of the work that is expected after it.  The falls of
  // an iteration shrink like a geometric series, so that the present part ends when they are below the
  // tolerance; parts to come last as long as those that are done, or as the present one.  Nothing before the
  // third iteration of the first.
  std::optional<double> seconds_left(double now) const;

 private:
  std::optional<double> iterations_left() const;

  std::string name_;
  std::int64_t number_ = 0, total_ = 0;
  std::int64_t parts_done_ = 0;
  double later_ = 0;
  double seconds_done_ = 0;  // of the parts of this name before
  double part_began_ = 0, first_iteration_ = 0;
  double later_work_ = 0, work_began_ = 0;  // relative to the work that began then
  IterationDone last_;
  std::deque<double> falls_;  // of the last iterations
};

// "8 s", "3 min", "2 h 10 min"
std::string duration_words(double seconds);

}  // namespace wpga
