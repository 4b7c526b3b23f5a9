#include "wpga/analysis/time_bounds.hpp"

#include <algorithm>
#include <limits>

namespace wpga {

bool TimeBounds::add(const SolvedTime& solved) {
  const auto place = std::ranges::upper_bound(solved_, solved.time, {}, &SolvedTime::time);
  solved_.insert(place, solved);
  // upper + slope (t − time) + curvature (t − time)² is least here.
  const double time =
      curvature_ > 0 ? std::clamp(solved.time - solved.slope / (2 * curvature_), 0.0, 1.0) : solved.time;
  const double step = time - solved.time;
  const double value = std::max(0.0, solved.upper + step * (solved.slope + curvature_ * step));
  if (solves() > 1 && value >= best_.value) return false;
  best_ = {time, value};
  return true;
}

bool TimeBounds::has(double time) const {
  return std::ranges::any_of(solved_, [&](const SolvedTime& solved) { return solved.time == time; });
}

TimeValue TimeBounds::least_between(const SolvedTime& left, const SolvedTime& right) const {
  const double width = right.time - left.time;
  const double rise = (right.lower - left.lower) / width;
  const double middle = 0.5 * (left.time + right.time);
  const double time = curvature_ > 0 ? std::clamp(middle - rise / (2 * curvature_), left.time, right.time)
                                     : (rise > 0 ? left.time : right.time);
  const double value =
      left.lower + rise * (time - left.time) - curvature_ * (time - left.time) * (right.time - time);
  return {time, value};
}

TimeValue TimeBounds::least_lower() const {
  if (!has(0) || !has(1)) return {0.5, -std::numeric_limits<double>::infinity()};
  TimeValue least{solved_.front().time, solved_.front().lower};
  for (std::size_t k = 0; k + 1 < solved_.size(); ++k) {
    const TimeValue here = least_between(solved_[k], solved_[k + 1]);
    if (here.value < least.value) least = here;
  }
  return least;
}

double TimeBounds::lower_bound() const { return least_lower().value; }

double TimeBounds::most_promising_time() const { return least_lower().time; }

}  // namespace wpga
