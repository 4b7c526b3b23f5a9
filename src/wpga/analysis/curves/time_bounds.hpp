// What solved times prove about f(t) = W2²(g_t, μ) on all of [0, 1].
//
// f is a convex quadratic ‖V1+V2‖² t² + … plus a concave function of t.  So the plan of one solved time
// bounds f from above at every time, by a parabola; and between two solved times f lies above the parabola
// through their lower values.
#pragma once

#include <optional>
#include <vector>

namespace wpga {

struct SolvedTime {
  double time;
  double upper;                      // cost of the plan found at this time
  double lower;                      // value of a feasible dual at this time
  std::optional<double> slope = {};  // derivative in t of the cost of that plan, here, where it is known
};

struct TimeValue {
  double time = 0.5;
  double value = 0;
};

class TimeBounds {
 public:
  explicit TimeBounds(double squared_speed) : curvature_(squared_speed) {}

  // True if the upper bound fell.
  bool add(const SolvedTime& solved);
  // A time that was not solved, but f is known to be no less there.
  void add_lower(double time, double lower);

  int solves() const { return solves_; }
  bool solved(double time) const;  // was this very time solved?

  // The least cost of any plan seen, over all times.
  const TimeValue& best() const { return best_; }

  // No time in [0, 1] has a smaller f.  −∞ until there are bounds at 0 and 1.
  double lower_bound() const;

  // Where the lower bound is attained: solving there raises it most.
  double most_promising_time() const;

 private:
  struct LowerValue {
    double time;
    double lower;
    bool solved;
  };

  LowerValue& at(double time);  // made if it is new
  TimeValue least_between(const LowerValue& left, const LowerValue& right) const;
  TimeValue least_lower() const;

  double curvature_;
  std::vector<LowerValue> values_;  // by time
  int solves_ = 0;
  TimeValue best_;
};

}  // namespace wpga
