#include "wpga/analysis/fit/strict_finish.hpp"

#include <algorithm>
#include <cmath>

#include "wpga/analysis/cone/optimal_map.hpp"

namespace wpga {

namespace {

// Along the ray s ↦ (y + s start, y + s end) a cycle is violated where a + b s + c s² > 0, with a ≤ 0.
struct CycleParabola {
  double constant = 0, linear = 0, square = 0;

  CycleParabola(const Matrix& atoms, const Matrix& start, const Matrix& end, const Cycle& cycle) {
    for (std::size_t e = 0; e < cycle.size(); ++e) {
      const std::int32_t k = cycle[e], next = cycle[(e + 1) % cycle.size()];
      const Vector step = atoms.col(next) - atoms.col(k), turn = start.col(next) - start.col(k);
      constant -= 0.5 * step.squaredNorm();
      linear += step.dot(end.col(k)) + turn.dot(atoms.col(k));
      square += turn.dot(end.col(k));
    }
  }

  // The first s > 0 at which the cycle ties.
  double tie() const {
    const double root = std::sqrt(std::max(0.0, linear * linear - 4 * square * constant));
    return linear + root > 0 ? -2 * constant / (linear + root) : 1;
  }
};

}  // namespace

double optimal_share(const Measure& mean, const Matrix& start, const Matrix& end) {
  const Matrix atoms = mean.points.colwise() - mean_of(mean.view());
  const double radius = std::sqrt(atoms.colwise().squaredNorm().maxCoeff());
  double share = 1;
  constexpr int most_shrinkings = 100;
  for (int shrinking = 0; shrinking < most_shrinkings; ++shrinking) {
    const Matrix from = atoms + share * start, field = share * (end - start);
    MapCoupling coupling({from, mean.weights});
    coupling.gap(field);
    double least = share;
    for (const Cycle& cycle : coupling.cycles())
      if (saves(from, field, cycle, radius))
        least = std::min(least, CycleParabola(atoms, start, end, cycle).tie());
    if (!(least < share)) return share;
    share = least;
  }
  return share;
}

Fields shortened_to_optimal(Fields ends, const StepSetting& setting) {
  const GeodesicOptions& options = setting.options;
  const Matrix still = Matrix::Zero(ends[0].rows(), ends[0].cols());
  std::array<double, 2> shares = {optimal_share(setting.mean, still, ends[0]),
                                  optimal_share(setting.mean, still, ends[1])};
  const bool together =
      options.orthogonality == Orthogonality::sum || options.curve != CurveKind::generalized;
  if (together) shares.fill(std::min(shares[0], shares[1]));
  if (options.curve == CurveKind::geodesic) {
    const Matrix start = shares[0] * ends[0], end = shares[0] * ends[1];
    const double share = optimal_share(setting.mean, start, end);
    shares.fill(shares[0] * share);
  }
  for (std::size_t a = 0; a < 2; ++a) ends[a] *= shares[a];
  return ends;
}

}  // namespace wpga
