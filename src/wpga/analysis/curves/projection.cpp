#include "wpga/analysis/curves/projection.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

#include "wpga/analysis/curves/time_bounds.hpp"
#include "wpga/base/error.hpp"
#include "wpga/parallel/shared_for.hpp"
#include "wpga/transport/dual_bound.hpp"

namespace wpga {

namespace {

struct SearchWorkspace {
  FamilyCouplings::Worker worker;
  Matrix points, map;
};

// Everything about one curve that all measures share, in centred coordinates.
struct CenteredCurve {
  Matrix origin;  // Y − V1
  Matrix direction;
  Vector weights;
  double squared_speed;  // ‖V1 + V2‖²
  double magnitude;      // largest ‖Z_t‖²

  CenteredCurve(const Measure& mean, const GeneralizedGeodesic& curve, const FamilyCouplings& couplings)
      : origin(couplings.centered(mean.points).points - curve.backward),
        direction(curve.direction()),
        weights(mean.weights),
        squared_speed(squared_norm(weights, direction)),
        magnitude(std::max(squared_norm(weights, origin), squared_norm(weights, origin + direction))) {}
};

class MeasureSearch {
 public:
  MeasureSearch(const CenteredCurve& curve, FamilyCouplings& couplings, SearchWorkspace& workspace, Index i)
      : curve_(curve),
        couplings_(couplings),
        workspace_(workspace),
        measure_(i),
        exact_(couplings.method() == TransportMethod::exact),
        coupling_(couplings.attach(workspace.worker, i)),
        bounds_(curve.squared_speed) {}

  // `scale` is the variance that the tolerance refers to.
  void certify(double hint, double scale, const ProjectionOptions& options) {
    constexpr double shortest = 1e-3;
    if (curve_.squared_speed > 0)
      reach_ = std::max(shortest, std::sqrt(reach_of_variance * scale / curve_.squared_speed));
    prove(hint, options.time_tolerance * scale, options.solves);
    if (exact_) settle(options.solves);
  }

  // The best time may be where the plan of another one is cheapest: its own plan is the distance there.
  void settle(int most_solves) {
    constexpr int most_rounds = 3;
    constexpr double rounding = 1e-12;
    for (int round = 0; round < most_rounds && bounds_.solves() < most_solves; ++round) {
      const double time = bounds_.best().time;
      if (bounds_.solved(time) || bounds_.best().value - bounds_.lower_bound() <= rounding * magnitude())
        return;
      solve(time);
    }
  }

  void prove(double hint, double tolerance, int most_solves) {
    double towards = solve(hint);
    // Where the cost of the plan is not known at other times, the time its map points to is solved as well.
    for (int round = 0; !exact_ && round < 2 && bounds_.solves() < most_solves && !bounds_.solved(towards);
         ++round)
      towards = solve(towards);
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
        solve(within_reach(time));
    }
  }

  // The best of equally spaced times, each judged by the cost at that very time.
  TimeValue scan(int count) {
    TimeValue best{0, std::numeric_limits<double>::infinity()};
    for (int k = 0; k < count; ++k) {
      const double time = static_cast<double>(k) / (count - 1);
      solve(time);
      if (upper_ < best.value) best = {time, upper_};
    }
    return best;
  }

  const TimeBounds& bounds() const { return bounds_; }
  Index not_converged() const { return not_converged_; }

  // Squares of the size that cancel in a distance.
  double magnitude() const {
    return curve_.magnitude + squared_norm(target().weights, workspace_.worker.target);
  }

 private:
  struct Witness {
    double time;
    Vector potentials;
    Matrix map;
    RestingCoupling resting;
  };

  Matrix points_at(double time) const { return curve_.origin + time * curve_.direction; }

  MeasureView target() const {
    const Matrix& points = workspace_.worker.target;
    return {MatrixView(points.data(), points.rows(), points.cols()), couplings_.family()[measure_].weights};
  }

  // Far from all times solved on one side, a nearer time is solved instead: pivots grow with the way, and the
  // potentials of two times reach farther than those of one.
  double within_reach(double time) const {
    const Witness& nearest = nearest_witness(time);
    if (!exact_ || partner(nearest, time)) return time;
    return std::clamp(time, nearest.time - reach_, nearest.time + reach_);
  }

  // Potentials known at other times, carried to this one, prove a bound for a tenth of the price of a solve.
  double carried_bound(double time) const {
    const Matrix points = points_at(time);
    return dual_bound(points, curve_.weights, target(), carried_potentials(time, points),
                      couplings_.largest_cost());
  }

  Vector carried_potentials(double time, const Matrix& points) const {
    const Witness& nearest = nearest_witness(time);
    const Matrix near_points = points_at(nearest.time);
    const Witness* other = partner(nearest, time);
    if (!other) return moved_potentials(nearest.potentials, near_points, points, curve_.weights, nearest.map);
    return potentials_on_line(nearest.potentials, near_points, other->potentials, points_at(other->time),
                              (time - nearest.time) / (other->time - nearest.time));
  }

  // Of the times on the other side the nearest; else of those on this side, far enough from the nearest of
  // all that errors of the two are not blown up.
  const Witness* partner(const Witness& nearest, double time) const {
    constexpr double far_enough = 0.5;  // of the way from the nearest
    const double way = nearest.time - time;
    const Witness *across = nullptr, *behind = nullptr;
    for (const Witness& one : witnesses_) {
      const double here = one.time - time;
      const Witness*& best = here * way < 0 ? across : behind;
      if (&best == &behind && std::abs(here - way) <= far_enough * std::abs(way)) continue;
      if (!best || std::abs(here) < std::abs(best->time - time)) best = &one;
    }
    return across ? across : behind;
  }

  // Pivots grow with the distance in time from the plan of the warm start: of the plans so far the nearest in
  // time is taken, where it is clearly nearer than the last.
  void go_on_from_nearest(double time) {
    if (!exact_ || witnesses_.empty()) return;
    const Witness& nearest = nearest_witness(time);
    if (std::abs(nearest.time - time) > 0.5 * std::abs(witnesses_.back().time - time)) return;
    coupling_.attach(target(), nearest.resting);
  }

  // Returns the time that the map points to.
  double solve(double time) {
    go_on_from_nearest(time);
    workspace_.points = points_at(time);
    const TransportValue value = coupling_.solve(workspace_.points);
    not_converged_ += value.convergence.converged() ? 0 : 1;
    coupling_.barycentric_map(workspace_.map);
    const double slope =
        2 * inner_product(curve_.weights, workspace_.points - workspace_.map, curve_.direction);
    // An entropic map is not that of the rounded plan whose cost is known, so it says nothing for sure about
    // other times.
    SolvedTime solved{.time = time, .upper = value.primal, .lower = value.dual};
    if (exact_) solved.slope = slope;
    if (bounds_.add(solved)) couplings_.rest(workspace_.worker, measure_);
    witnesses_.push_back({time, coupling_.source_potentials(), workspace_.map, coupling_.rest()});
    upper_ = value.primal;
    return curve_.squared_speed > 0 ? std::clamp(time - slope / (2 * curve_.squared_speed), 0.0, 1.0) : time;
  }

  const Witness& nearest_witness(double time) const {
    return *std::ranges::min_element(witnesses_, {},
                                     [&](const Witness& one) { return std::abs(one.time - time); });
  }

  static constexpr int most_looks = 200;
  static constexpr double reach_of_variance = 0.007;  // squared way of a step

  const CenteredCurve& curve_;
  FamilyCouplings& couplings_;
  SearchWorkspace& workspace_;
  Index measure_;
  bool exact_;
  Coupling& coupling_;
  TimeBounds bounds_;
  std::vector<Witness> witnesses_;
  double reach_ = 1;  // the longest step in time from the only plan there is
  double upper_ = 0;  // of the last solve
  Index not_converged_ = 0;
};

}  // namespace

MeanPlans plans_from_mean(const Measure& mean, std::span<const GeneralizedGeodesic> curves,
                          FamilyCouplings& couplings, const Execution& execution) {
  const Index count = couplings.family().count();
  const Matrix points = couplings.centered(mean.points).points;
  const double size = squared_norm(mean.weights, points);
  MeanPlans found{Vector(count), Matrix(count, std::ssize(curves))};
  struct Counts {
    Index not_converged = 0, contradictions = 0;
  };
  std::vector<Counts> counts(static_cast<std::size_t>(count));
  std::vector<Matrix> directions;
  for (const GeneralizedGeodesic& curve : curves) directions.push_back(curve.direction());
  Task task(execution, "distances to the mean", own_share(execution, count).size());
  shared_for(
      execution, count, [&] { return SearchWorkspace{couplings.worker(), points, points}; },
      [&](SearchWorkspace& workspace, std::int64_t i) {
        Coupling& coupling = couplings.attach(workspace.worker, i);
        const TransportValue value = coupling.solve(points);
        couplings.rest(workspace.worker, i);
        Counts& here = counts[static_cast<std::size_t>(i)];
        here.not_converged = value.convergence.converged() ? 0 : 1;
        const double magnitude = size + squared_norm(couplings.family()[i].weights, workspace.worker.target);
        without_rounding(value.dual, value.primal, magnitude, here.contradictions);
        found.squared_distances[i] = value.primal;
        coupling.barycentric_map(workspace.map);
        for (std::size_t c = 0; c < curves.size(); ++c) {
          workspace.points = workspace.map - points + curves[c].backward;
          const double squared = squared_norm(mean.weights, directions[c]);
          const double along = inner_product(mean.weights, workspace.points, directions[c]);
          found.times(i, static_cast<Index>(c)) = squared > 0 ? std::clamp(along / squared, 0.0, 1.0) : 0.5;
        }
        task.advance();
      },
      [&](Parcel& parcel, std::int64_t i) {
        parcel(found.squared_distances[i], found.times.row(i), counts[static_cast<std::size_t>(i)]);
      });
  for (const Counts& one : counts) {
    found.not_converged += one.not_converged;
    found.contradictions += one.contradictions;
  }
  return found;
}

Projections project(const Measure& mean, const GeneralizedGeodesic& curve, FamilyCouplings& couplings,
                    double scale, const Vector& hints, const ProjectionOptions& options,
                    const Execution& execution) {
  const Index count = couplings.family().count();
  assert(hints.size() == 0 || hints.size() == count);
  const CenteredCurve centered(mean, curve, couplings);
  Projections found{Vector(count), Vector(count), Vector(count)};
  struct Counts {
    Index solves = 0, not_converged = 0, contradictions = 0;
  };
  std::vector<Counts> counts(static_cast<std::size_t>(count));
  Task task(execution, "projection", own_share(execution, count).size());
  shared_for(
      execution, count,
      [&] { return SearchWorkspace{couplings.worker(), {}, Matrix(curve.dimension(), curve.size())}; },
      [&](SearchWorkspace& workspace, std::int64_t i) {
        MeasureSearch search(centered, couplings, workspace, i);
        TimeValue best;
        if (options.times_search == TimesSearch::grid) {
          best = search.scan(options.grid);
        } else {
          search.certify(hints.size() > 0 ? hints[i] : 0.5, scale, options);
          best = search.bounds().best();
        }
        found.times[i] = best.time;
        found.squared_distances[i] = best.value;
        Counts& here = counts[static_cast<std::size_t>(i)];
        found.lower_bounds[i] = without_rounding(std::max(0.0, search.bounds().lower_bound()), best.value,
                                                 search.magnitude(), here.contradictions);
        here.solves = search.bounds().solves();
        here.not_converged = search.not_converged();
        task.advance();
      },
      [&](Parcel& parcel, std::int64_t i) {
        parcel(found.times[i], found.squared_distances[i], found.lower_bounds[i],
               counts[static_cast<std::size_t>(i)]);
      });
  for (const Counts& one : counts) {
    found.solves += one.solves;
    found.not_converged += one.not_converged;
    found.contradictions += one.contradictions;
  }
  return found;
}

}  // namespace wpga
