#include "wpga/analysis/curves/joint_times.hpp"

#include <algorithm>
#include <cmath>

namespace wpga {

double improve_times(const Matrix& gram, Vector& times, Vector& slope) {
  double change = 0;
  for (int sweep = 0; sweep < 50; ++sweep) {
    double moved = 0;
    for (Index c = 0; c < times.size(); ++c) {
      if (std::isnan(times[c]) || !(gram(c, c) > 0)) continue;
      const double time = std::clamp(times[c] - slope[c] / gram(c, c), 0.0, 1.0);
      const double step = time - times[c];
      change += step * (2 * slope[c] + gram(c, c) * step);
      slope += step * gram.col(c).head(slope.size());
      times[c] = time;
      moved = std::max(moved, std::abs(step));
    }
    if (moved < 1e-12) break;
  }
  return change;
}

}  // namespace wpga
