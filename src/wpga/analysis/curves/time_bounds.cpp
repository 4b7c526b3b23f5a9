#include "wpga/analysis/curves/time_bounds.hpp"

#include <algorithm>
#include <limits>

namespace wpga {

TimeBounds::LowerValue& TimeBounds::at(double time) {
  const auto place = std::ranges::lower_bound(values_, time, {}, &LowerValue::time);
  if (place != values_.end() && place->time == time) return *place;
  return *values_.insert(place, {time, -std::numeric_limits<double>::infinity(), false});
}

bool TimeBounds::add(const SolvedTime& solved) {
  LowerValue& value = at(solved.time);
  value.lower = std::max(value.lower, solved.lower);
  value.solved = true;
  ++solves_;
  // upper + slope (t − time) + curvature (t − time)² is least here.
  const double slope = solved.slope.value_or(0);
  const double time = solved.slope && curvature_ > 0
                          ? std::clamp(solved.time - slope / (2 * curvature_), 0.0, 1.0)
                          : solved.time;
  const double step = time - solved.time;
  const double cost = std::max(0.0, solved.upper + step * (slope + curvature_ * step));
  if (solves_ > 1 && cost >= best_.value) return false;
  best_ = {time, cost};
  return true;
}

void TimeBounds::add_lower(double time, double lower) {
  LowerValue& value = at(time);
  value.lower = std::max(value.lower, lower);
}

bool TimeBounds::solved(double time) const {
  return std::ranges::any_of(values_,
                             [&](const LowerValue& value) { return value.solved && value.time == time; });
}

TimeValue TimeBounds::least_between(const LowerValue& left, const LowerValue& right) const {
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
  if (values_.empty() || values_.front().time > 0 || values_.back().time < 1)
    return {0.5, -std::numeric_limits<double>::infinity()};
  TimeValue least{values_.front().time, values_.front().lower};
  for (std::size_t k = 0; k + 1 < values_.size(); ++k) {
    const TimeValue here = least_between(values_[k], values_[k + 1]);
    if (here.value < least.value) least = here;
  }
  return least;
}

double TimeBounds::lower_bound() const { return least_lower().value; }

double TimeBounds::most_promising_time() const { return least_lower().time; }

}  // namespace wpga
