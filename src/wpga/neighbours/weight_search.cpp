#include "wpga/neighbours/weight_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace wpga {

namespace {

constexpr int pieces = 64;  // of a curve that leaves the probabilities

// Newton's step goes on by this share of itself: a bracket proves more than a point that is a little nearer.
constexpr double overshoot = 0.15;

struct Visit {
  double time;
  CuttingPlanes::Slopes slopes;
};

class Search {
 public:
  Search(const WeightCurve& line, WeightTransport& transport)
      : line_(line), transport_(transport), planes_(line.knots) {}

  void visit(double time) {
    const double value = transport_.solve(weights_at(line_, time));
    if (value < upper_) {
      upper_ = value;
      best_ = time;
    }
    const WeightBound& bound = transport_.bounds().back();
    planes_.add((line_.weights.transpose() * bound.potentials).array() + bound.constant);
    const Visit here{time, planes_.last_slopes(time)};
    visits_.insert(std::ranges::upper_bound(visits_, time, {}, &Visit::time), here);
    lowest_ = planes_.lowest();
  }

  double gap() const { return upper_ - lowest_.value; }
  Index solves() const { return std::ssize(visits_); }

  // The bound is lowest between two visits, or beyond all of them.
  std::optional<double> next(double curvature, bool careful) const {
    const auto right = std::ranges::upper_bound(visits_, lowest_.time, {}, &Visit::time);
    const bool has_left = right != visits_.begin(), has_right = right != visits_.end();
    if (has_left && std::prev(right)->time == lowest_.time) return std::nullopt;  // rounding is reached
    if (careful) return lowest_.time;
    if (has_left && has_right) return between(*std::prev(right), *right);
    return has_left ? beyond(std::prev(right)->time, std::prev(right)->slopes.right, curvature)
                    : beyond(right->time, right->slopes.left, curvature);
  }

  NearestWeights result() const {
    return {best_, upper_, std::clamp(lowest_.value, 0.0, upper_), curvature(), solves()};
  }

 private:
  // Where the slope would vanish if it changed evenly; for a quadratic function that is the minimum, while
  // the bound is lowest in the middle, however far the minimum is from there.
  double between(const Visit& left, const Visit& right) const {
    const double fall = -left.slopes.right, rise = right.slopes.left;
    if (!(fall > 0 && rise > 0)) return lowest_.time;
    const double share = std::clamp(fall / (fall + rise), 0.01, 0.99);
    return left.time + share * (right.time - left.time);
  }

  double beyond(double time, double slope, double curvature) const {
    if (!(curvature > 0)) return lowest_.time;
    const double step = -slope / curvature * (1 + overshoot);
    const double reach = lowest_.time - time;  // no farther than where the bound is lowest
    return time + (std::abs(step) < std::abs(reach) && step * reach > 0 ? step : reach);
  }

  // From the slopes of the two visits around the best time.
  double curvature() const {
    double seen = 0, width = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < visits_.size(); ++i) {
      const Visit &left = visits_[i - 1], &right = visits_[i];
      const double apart = right.time - left.time;
      if (!(left.slopes.right < 0 && right.slopes.left > 0 && apart < width)) continue;
      width = apart;
      seen = (right.slopes.left - left.slopes.right) / apart;
    }
    return seen;
  }

  const WeightCurve& line_;
  WeightTransport& transport_;
  CuttingPlanes planes_;
  CuttingPlanes::Lowest lowest_{0.5, 0};
  std::vector<Visit> visits_;  // in the order of their times
  double upper_ = std::numeric_limits<double>::infinity();
  double best_ = 0.5;
};

}  // namespace

WeightCurve admissible(const WeightCurve& curve) {
  std::vector<double> times(curve.knots.data(), curve.knots.data() + curve.knots.size());
  if (curve.negative_mass > 0)
    for (int i = 1; i < pieces; ++i) times.push_back(static_cast<double>(i) / pieces);
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  const auto count = static_cast<Index>(times.size());
  WeightCurve line{.points = curve.points,
                   .weights = Matrix(curve.size(), count),
                   .knots = VectorView(times.data(), count),
                   .center = curve.center};
  for (Index k = 0; k < count; ++k)
    line.weights.col(k) = nearest_probabilities(weights_at(curve, line.knots[k]));
  return line;
}

NearestWeights nearest_weights(const WeightCurve& line, WeightTransport& transport, const SearchHint& hint,
                               double tolerance, int solves) {
  Search search(line, transport);
  search.visit(hint.time);
  double earlier = std::numeric_limits<double>::infinity();
  while (search.solves() < solves && search.gap() > tolerance) {
    // Cutting planes halve the gap at least where the function is convex; a step that did worse is no model.
    const bool careful = search.solves() > 3 && search.gap() > earlier / 2;
    earlier = search.gap();
    const std::optional<double> next = search.next(hint.curvature, careful);
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
