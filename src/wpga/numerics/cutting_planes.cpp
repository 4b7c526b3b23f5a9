#include "wpga/numerics/cutting_planes.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace wpga {

CuttingPlanes::Lowest CuttingPlanes::lowest() const {
  assert(!values_.empty());
  Lowest best{0, std::numeric_limits<double>::infinity()};
  for (Index k = 0; k + 1 < knots_.size(); ++k) {
    const Lowest here = lowest_between(k);
    if (here.value < best.value) best = here;
  }
  return best;
}

// The line that is highest at this share of piece k.
const Vector& CuttingPlanes::highest(Index k, double share) const {
  return *std::max_element(values_.begin(), values_.end(), [&](const Vector& a, const Vector& b) {
    return value(a, k, share) < value(b, k, share);
  });
}

// The lowest point of the upper envelope of lines: where a falling one meets a rising one, and none is above.
CuttingPlanes::Lowest CuttingPlanes::lowest_between(Index k) const {
  const Vector *falling = &highest(k, 0), *rising = &highest(k, 1);
  const auto slope = [&](const Vector& line) { return line[k + 1] - line[k]; };
  double share = slope(*falling) >= 0 ? 0 : slope(*rising) <= 0 ? 1 : -1;
  while (share < 0) {
    const double meet = ((*falling)[k] - (*rising)[k]) / (slope(*rising) - slope(*falling));
    const Vector& above = highest(k, meet);
    const double excess = value(above, k, meet) - value(*falling, k, meet);
    if (!(excess > 1e-14 * std::abs(value(above, k, meet))) || &above == falling || &above == rising)
      share = meet;
    else
      (slope(above) < 0 ? falling : rising) = &above;
  }
  share = std::clamp(share, 0.0, 1.0);
  return {knots_[k] + share * (knots_[k + 1] - knots_[k]), value(highest(k, share), k, share)};
}

CuttingPlanes::Slopes CuttingPlanes::last_slopes(double time) const {
  assert(!values_.empty());
  const Vector& line = values_.back();
  const double* const begin = knots_.data();
  const double* const end = begin + knots_.size();
  const Index last = knots_.size() - 2;
  const auto slope = [&](Index k) { return (line[k + 1] - line[k]) / (knots_[k + 1] - knots_[k]); };
  return {slope(std::clamp<Index>(std::lower_bound(begin, end, time) - begin - 1, 0, last)),
          slope(std::clamp<Index>(std::upper_bound(begin, end, time) - begin - 1, 0, last))};
}

}  // namespace wpga
