#include "wpga/analysis/projection.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

#include "wpga/analysis/time_bounds.hpp"
#include "wpga/base/error.hpp"
#include "wpga/parallel/parallel_for.hpp"
#include "wpga/transport/dual_bound.hpp"

namespace wpga {

namespace {

struct Workspace {
  FamilyCouplings::Worker worker;
  Matrix points, map;
};

// Everything about one curve that all measures share, in centred coordinates.
struct CentredCurve {
  Matrix origin;  // Y − V1
  Matrix direction;
  Vector weights;
  double squared_speed;  // ‖V1 + V2‖²

  CentredCurve(const Measure& mean, const GeneralizedGeodesic& curve, const FamilyCouplings& couplings)
      : origin(couplings.centred(mean.points) - curve.backward),
        direction(curve.direction()),
        weights(mean.weights),
        squared_speed(squared_norm(weights, direction)) {}
};

// Solves at time t; what the plan costs at other times follows in closed form.
SolvedTime solve_at(const CentredCurve& curve, Coupling& coupling, double time, Workspace& workspace) {
  workspace.points = curve.origin + time * curve.direction;
  const TransportValue value = coupling.solve(workspace.points);
  coupling.barycentric_map(workspace.map);
  const double slope = 2 * inner_product(curve.weights, workspace.points - workspace.map, curve.direction);
  return {.time = time, .upper = value.primal, .lower = value.dual, .slope = slope};
}

class MeasureSearch {
 public:
  MeasureSearch(const CentredCurve& curve, FamilyCouplings& couplings, Workspace& workspace, Index i)
      : curve_(curve),
        couplings_(couplings),
        workspace_(workspace),
        measure_(i),
        coupling_(couplings.attach(workspace.worker, i)),
        bounds_(curve.squared_speed) {}

  void certify(double hint, double tolerance, int most_solves) {
    solve(hint);
    for (const double end : {0.0, 1.0})
      if (!bounds_.solved(end)) bounds_.add_lower(end, carried_bound(end));
    for (int looks = 0; looks < most_looks && bounds_.solves() < most_solves; ++looks) {
      const double wanted = bounds_.best().value - tolerance;
      if (bounds_.lower_bound() >= wanted) return;
      const double time = bounds_.most_promising_time();
      if (bounds_.solved(time)) return;  // as fine as numbers are
      const double carried = carried_bound(time);
      if (carried >= wanted)
        bounds_.add_lower(time, carried);
      else
        solve(time);
    }
  }

  // The best of equally spaced times, each judged by the cost at that very time.
  TimeValue scan(int count) {
    TimeValue best{0, std::numeric_limits<double>::infinity()};
    for (int k = 0; k < count; ++k) {
      const double time = static_cast<double>(k) / (count - 1);
      const SolvedTime solved = solve(time);
      if (solved.upper < best.value) best = {time, solved.upper};
    }
    return best;
  }

  const TimeBounds& bounds() const { return bounds_; }

 private:
  // Potentials of the nearest solve, carried to another time, prove a bound for a tenth of the price of a
  // solve.
  double carried_bound(double time) const {
    const Witness& nearest = *std::ranges::min_element(
        witnesses_, {}, [&](const Witness& one) { return std::abs(one.time - time); });
    const Matrix from = curve_.origin + nearest.time * curve_.direction;
    const Matrix to = curve_.origin + time * curve_.direction;
    const Matrix& target = workspace_.worker.target;
    return dual_bound(
        to, curve_.weights,
        {MatrixView(target.data(), target.rows(), target.cols()), couplings_.family()[measure_].weights},
        moved_potentials(nearest.potentials, from, to, nearest.map));
  }

  SolvedTime solve(double time) {
    const SolvedTime solved = solve_at(curve_, coupling_, time, workspace_);
    const bool better = bounds_.add(solved);
    if (better) couplings_.rest(workspace_.worker, measure_);
    witnesses_.push_back({time, coupling_.source_potentials(), workspace_.map});
    return solved;
  }

  struct Witness {
    double time;
    Vector potentials;
    Matrix map;
  };

  static constexpr int most_looks = 200;

  const CentredCurve& curve_;
  FamilyCouplings& couplings_;
  Workspace& workspace_;
  Index measure_;
  Coupling& coupling_;
  TimeBounds bounds_;
  std::vector<Witness> witnesses_;
};

}  // namespace

Projections project(const Measure& mean, const GeneralizedGeodesic& curve, FamilyCouplings& couplings,
                    double scale, const Vector& hints, const ProjectionOptions& options,
                    const Execution& execution) {
  const Index count = couplings.family().count();
  assert(hints.size() == 0 || hints.size() == count);
  const CentredCurve centred(mean, curve, couplings);
  Projections found{Vector(count), Vector(count), Vector(count), 0};
  std::vector<int> solves(static_cast<std::size_t>(count));
  Task task(execution, "projection", count);
  parallel_for_with(
      execution, count,
      [&] { return Workspace{couplings.worker(), {}, Matrix(curve.dimension(), curve.size())}; },
      [&](Workspace& workspace, std::int64_t i) {
        MeasureSearch search(centred, couplings, workspace, i);
        TimeValue best;
        if (options.times_search == TimesSearch::grid) {
          best = search.scan(options.grid);
        } else {
          search.certify(hints.size() > 0 ? hints[i] : 0.5, options.time_tolerance * scale, options.solves);
          best = search.bounds().best();
        }
        found.times[i] = best.time;
        found.squared_distances[i] = best.value;
        found.lower_bounds[i] = std::min(search.bounds().lower_bound(), best.value);
        solves[static_cast<std::size_t>(i)] = search.bounds().solves();
        task.advance();
      });
  for (const int one : solves) found.solves += one;
  return found;
}

}  // namespace wpga
