#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include "wpga/analysis/curves/joint_times.hpp"
#include "wpga/analysis/curves/projection.hpp"
#include "wpga/parallel/shared_for.hpp"

namespace wpga {

namespace {

constexpr double switched_off = std::numeric_limits<double>::quiet_NaN();
constexpr int most_rounds = 8;

// Curves and their inner products, shared by all measures; centred coordinates.
struct CurveSet {
  CenteredPoints mean;
  Vector weights;
  std::span<const GeneralizedGeodesic> curves;
  std::vector<Matrix> directions;
  Matrix gram;      // ⟨D_c, D_e⟩
  Vector middles;   // the times at which curves are nearest to the mean
  bool orthogonal;  // all directions, to each other
  bool exact;

  CurveSet(const Measure& measure, std::span<const GeneralizedGeodesic> all, const FamilyCouplings& couplings)
      : mean(couplings.centered(measure.points)),
        weights(measure.weights),
        curves(all),
        exact(couplings.method() == TransportMethod::exact) {
    for (const GeneralizedGeodesic& curve : all) directions.push_back(curve.direction());
    gram = gram_matrix(weights, directions);
    middles = Vector::NullaryExpr(
        gram.rows(), [&](Index c) { return time_nearest_mean(weights, all[static_cast<std::size_t>(c)]); });
    const Vector sizes = gram.diagonal();
    const Matrix crossed = gram - Matrix(sizes.asDiagonal());
    orthogonal = (crossed.cwiseAbs2().array() <= 1e-6 * (sizes * sizes.transpose()).array()).all();
  }
};

struct Placement {
  Vector times;  // NaN: left out
  double value = std::numeric_limits<double>::infinity();
};

struct JointWorkspace {
  FamilyCouplings::Worker worker;
  Matrix map;
  Index not_converged = 0;  // for the measure at hand
};

// Plans and times in turn from given times; each half lowers the value.
Placement alternate(const CurveSet& set, Coupling& coupling, Placement start, JointWorkspace& workspace) {
  const auto used = static_cast<std::size_t>(start.times.size());
  Placement best = start;
  for (int round = 0; round < most_rounds; ++round) {
    const Matrix points =
        points_at(set.mean.points, set.curves.first(used), std::span(start.times.data(), used));
    const TransportValue value = coupling.solve(points);
    const double primal = value.primal;
    workspace.not_converged += value.convergence.converged() ? 0 : 1;
    coupling.barycentric_map(workspace.map);
    Vector slope(start.times.size());
    for (std::size_t c = 0; c < used; ++c)
      slope[static_cast<Index>(c)] = inner_product(set.weights, points - workspace.map, set.directions[c]);
    Placement reached{start.times, primal};
    const double change = improve_times(set.gram, start.times, slope);
    // An entropic map is not that of the plan whose cost is known: better times count only once solved.
    if (set.exact) reached = {start.times, std::max(0.0, primal + change)};
    const double fall = best.value - reached.value;
    if (reached.value < best.value) best = reached;
    if (!(fall > 1e-4 * reached.value)) break;
  }
  return best;
}

// The cost at the best times of their own plan, where it is less than that of the plan that led to them.
void settle(const CurveSet& set, Coupling& coupling, Placement& best, JointWorkspace& workspace) {
  const auto used = static_cast<std::size_t>(best.times.size());
  if (!set.exact || best.times.array().isFinite().count() < 2) return;  // known from the curve alone
  const TransportValue value =
      coupling.solve(points_at(set.mean.points, set.curves.first(used), std::span(best.times.data(), used)));
  workspace.not_converged += value.convergence.converged() ? 0 : 1;
  best.value = std::min(best.value, value.primal);
}

// The times so far and that on one curve more.  A curve that was left out so far may help together with
// others, so the times on each alone are another place to begin; and where directions lean on each other,
// these may be far from the times on all of them, so the mean is a third, and times from elsewhere a fourth.
std::vector<Vector> starts_on(const CurveSet& set, const Vector& times, const Vector& alone,
                              const Vector& hint) {
  Vector longer = alone;
  longer.head(times.size()) = times;
  std::vector<Vector> starts = {longer};
  if (times.array().isNaN().any()) starts.push_back(alone);
  if (!set.orthogonal) starts.push_back(set.middles.head(longer.size()));
  if (hint.size() > 0) starts.push_back(hint.head(longer.size()));
  return starts;
}

}  // namespace

JointProjections project_jointly(const Measure& mean, const Vector& mean_squared_distances,
                                 std::span<const GeneralizedGeodesic> curves,
                                 std::span<const Projections> single, FamilyCouplings& couplings,
                                 const Execution& execution, const Matrix& hints) {
  assert(curves.size() == single.size());
  const Index count = couplings.family().count();
  const auto components = static_cast<Index>(curves.size());
  const CurveSet set(mean, curves, couplings);
  JointProjections joint{Matrix(count, components), Matrix(count, components)};
  std::vector<Index> not_converged(static_cast<std::size_t>(count));
  Task task(execution, "joint projection", own_share(execution, count).size());
  shared_for(
      execution, count,
      [&] { return JointWorkspace{couplings.worker(), Matrix(mean.dimension(), mean.size())}; },
      [&](JointWorkspace& workspace, std::int64_t i) {
        Coupling& coupling = couplings.attach(workspace.worker, i);
        workspace.not_converged = 0;
        Placement best{Vector(0), mean_squared_distances[i]};
        const Vector each = Vector::NullaryExpr(
            components, [&](Index c) { return single[static_cast<std::size_t>(c)].times[i]; });
        const Vector hint = hints.size() > 0 ? Vector(hints.row(i).transpose()) : Vector();
        for (Index c = 0; c < components; ++c) {
          const Projections& alone = single[static_cast<std::size_t>(c)];
          const std::vector<Vector> starts = starts_on(set, best.times, each.head(c + 1), hint);
          best.times = (Vector(c + 1) << best.times, switched_off).finished();
          if (alone.squared_distances[i] < best.value) {
            best.times.setConstant(switched_off);
            best.times[c] = alone.times[i];
            best.value = alone.squared_distances[i];
          }
          for (const Vector& start : starts) {
            if (!start.head(c).array().isFinite().any()) continue;
            const Placement found = alternate(set, coupling, {.times = start}, workspace);
            if (found.value < best.value) best = found;
          }
          settle(set, coupling, best, workspace);
          joint.squared_distances(i, c) = best.value;
        }
        joint.times.row(i) = best.times.transpose();
        not_converged[static_cast<std::size_t>(i)] = workspace.not_converged;
        task.advance();
      },
      [&](Parcel& parcel, std::int64_t i) {
        parcel(joint.times.row(i), joint.squared_distances.row(i),
               not_converged[static_cast<std::size_t>(i)]);
      });
  joint.not_converged = std::accumulate(not_converged.begin(), not_converged.end(), Index{0});
  return joint;
}

}  // namespace wpga
