#include "wpga/neighbours/histograms/weight_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace wpga {

namespace {

// A second derivative is taken from slopes at least this far apart: nearer ones show the corners of W2²,
// which is straight between them.
constexpr double wide = 0.03;

struct Visit {
  double time;
  CuttingPlanes::Slopes slopes;
};

class Search {
 public:
  Search(const WeightCurve& line, WeightTransport& transport)
      : line_(line), transport_(transport), planes_(line.knots) {
    for (const WeightBound& bound : transport.bounds()) add(bound);
  }

  void visit(double time) {
    const double earlier = gap();
    const double value = transport_.solve(weights_at(line_, time));
    if (value < upper_) {
      upper_ = value;
      best_ = time;
    }
    add(transport_.bounds().back());
    const Visit here{time, planes_.last_slopes(time)};
    visits_.insert(std::ranges::upper_bound(visits_, time, {}, &Visit::time), here);
    lowest_ = planes_.lowest();
    stalled_ = std::ssize(visits_) > 2 && gap() > earlier / 2;
  }

  double gap() const { return upper_ - lowest_.value; }
  Index solves() const { return std::ssize(visits_); }

  // Where to go on: downhill until the best time lies between two others, then where the bound is lowest.
  std::optional<double> next(double curvature, double tolerance) const {
    const auto right = std::ranges::upper_bound(visits_, lowest_.time, {}, &Visit::time);
    const bool has_left = right != visits_.begin(), has_right = right != visits_.end();
    if (has_left && std::prev(right)->time == lowest_.time) return std::nullopt;  // rounding is reached
    if (has_left && has_right && !(curvature > 0)) return between(*std::prev(right), *right, 0);
    if (!(curvature > 0)) return lowest_.time;
    // Two visits this far apart prove the tolerance if the minimum is midway.
    const double apart = std::sqrt(3 * tolerance / curvature);
    if (const std::optional<double> down = downhill(curvature, apart)) return down;
    return has_left && has_right ? between(*std::prev(right), *right, 2 * apart) : halfway();
  }

  NearestWeights result() const {
    return {best_, upper_, std::max(lowest_.value, 0.0), curvature(), solves()};
  }

 private:
  void add(const WeightBound& bound) {
    planes_.add((line_.weights.transpose() * bound.potentials).array() + bound.constant);
  }

  // Where the slope would vanish if it changed evenly; for a quadratic function that is the minimum, while
  // the bound is lowest in the middle, however far the minimum is from there.  Beside a minimum that is
  // bracketed already, half the way to where the bound is lowest: nearer plans bound more.
  double between(const Visit& left, const Visit& right, double narrow) const {
    const double fall = -left.slopes.right, rise = right.slopes.left, width = right.time - left.time;
    if (fall > 0 && rise > 0 && width > narrow && !stalled_)
      return left.time + std::clamp(fall / (fall + rise), 0.1, 0.9) * width;
    if (width <= narrow || (fall > 0 && rise > 0)) return lowest_.time;
    return halfway();
  }

  // From the nearest visit to where the bound is lowest.
  double halfway() const {
    double nearest = visits_.front().time;
    for (const Visit& visit : visits_)
      if (std::abs(visit.time - lowest_.time) < std::abs(nearest - lowest_.time)) nearest = visit.time;
    return (nearest + lowest_.time) / 2;
  }

  // Newton's step from the first or the last visit if the way on from there goes down, at least as far as a
  // bracket may be wide.
  std::optional<double> downhill(double curvature, double apart) const {
    const Visit &first = visits_.front(), &last = visits_.back();
    if (best_ == last.time && last.slopes.right < 0 && last.time < 1)
      return std::min(1.0, last.time + std::max(-last.slopes.right / curvature, apart));
    if (best_ == first.time && first.slopes.left > 0 && first.time > 0)
      return std::max(0.0, first.time - std::max(first.slopes.left / curvature, apart));
    return std::nullopt;
  }

  double curvature() const {
    double seen = 0, width = std::numeric_limits<double>::infinity();
    for (const Visit& left : visits_)
      for (const Visit& right : visits_) {
        const double apart = right.time - left.time;
        if (!(left.time <= best_ && best_ <= right.time && apart >= wide && apart < width)) continue;
        width = apart;
        seen = (right.slopes.left - left.slopes.right) / apart;
      }
    return std::max(0.0, seen);
  }

  const WeightCurve& line_;
  WeightTransport& transport_;
  CuttingPlanes planes_;
  CuttingPlanes::Lowest lowest_{0.5, 0};
  std::vector<Visit> visits_;  // in the order of their times
  double upper_ = std::numeric_limits<double>::infinity();
  double best_ = 0.5;
  bool stalled_ = false;  // the last visit did not do what cutting planes do at least
};

}  // namespace

NearestWeights nearest_weights(const WeightCurve& line, WeightTransport& transport, const SearchHint& hint,
                               double tolerance, int solves) {
  Search search(line, transport);
  search.visit(hint.time);
  while (search.solves() < solves && search.gap() > tolerance) {
    const std::optional<double> next = search.next(hint.curvature, tolerance);
    if (!next) break;
    search.visit(*next);
  }
  return search.result();
}

NearestWeights nearest_on_grid(const WeightCurve& line, WeightTransport& transport, int count) {
  Search search(line, transport);
  for (int i = 0; i < count; ++i) search.visit(static_cast<double>(i) / (count - 1));
  return search.result();
}

}  // namespace wpga
