// Nearest times: where on a curve a measure is nearest, with a proof.  docs/projection.md
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "wpga/analysis/curves/generalized_geodesic.hpp"
#include "wpga/base/options.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/transport/family_couplings.hpp"

namespace wpga {

// certified: split [0, 1] until the minimum is proven.  grid: the paper's equally spaced values of t.
enum class TimesSearch { certified, grid };
constexpr std::array<std::string_view, 2> names(TimesSearch) { return {"certified", "grid"}; }

struct ProjectionOptions {
  TimesSearch times_search = TimesSearch::certified;
  int grid = 16;
  double time_tolerance = 1e-4;
  int solves = 64;

  static constexpr auto list() {
    using O = ProjectionOptions;
    return Listing{option("times-search", &O::times_search,
                          "certified: a proven minimum in t; grid: equally spaced values"),
                   option("grid", &O::grid, "values of t tried by `times-search` grid", at_least(2)),
                   option("time-tolerance", &O::time_tolerance,
                          "excess of a squared distance over its minimum in t that is small enough, "
                          "relative to the variance",
                          at_least(0)),
                   option("solves", &O::solves,
                          "most transport problems solved for one measure and one curve", at_least(2))};
  }
};
static_assert(lists_every_member<ProjectionOptions>);

struct Projections {
  Vector times;              // N
  Vector squared_distances;  // N: upper bounds
  Vector lower_bounds;       // N; above the upper bounds only where that cannot be rounding
  Index solves = 0;          // in all
  Index not_converged = 0;   // of these, how many stopped early; their bounds hold all the same
  Index contradictions = 0;  // measures whose lower bound exceeds their upper bound by more than rounding
};

// What exact plans from the mean tell before any curve is looked at.
struct MeanPlans {
  Vector squared_distances;  // N: to the mean
  Matrix times;              // N × K: on each curve the time that the map from the mean points to
  Index not_converged = 0;
  Index contradictions = 0;  // as below
};
// One solve for each measure, cold unless the couplings rest somewhere; they are left resting at the mean.
MeanPlans plans_from_mean(const Measure& mean, std::span<const GeneralizedGeodesic> curves,
                          FamilyCouplings& couplings, const Execution& execution);

// min_t W2²(g_t, μ_i) for every measure.  `scale` is the variance that the tolerance refers to; `hints` (N,
// or empty) are times to try first.  W2²(g_t, μ) is a convex quadratic plus a concave function of t, so
// between two solved times it lies above the quadratic plus the chord: a lower bound in closed form.
// Couplings are left resting near the times found.  The same bits for any number of threads.
Projections project(const Measure& mean, const GeneralizedGeodesic& curve, FamilyCouplings& couplings,
                    double scale, const Vector& hints, const ProjectionOptions& options,
                    const Execution& execution);

// Times on the first 1 … K curves together, by alternating plans and times.  Column c of the squared
// distances belongs to the first c + 1 curves, each of which a measure may leave out (time NaN), so they
// never rise with c.  `single` are the projections on each curve alone; `hints` (N × K, or empty) are times
// to begin with as well.  Upper bounds, not proven minima.
struct JointProjections {
  Matrix times;              // N × K, for all K together
  Matrix squared_distances;  // N × K
  Index not_converged = 0;   // transport problems that stopped early
};
JointProjections project_jointly(const Measure& mean, const Vector& mean_squared_distances,
                                 std::span<const GeneralizedGeodesic> curves,
                                 std::span<const Projections> single, FamilyCouplings& couplings,
                                 const Execution& execution, const Matrix& hints = {});

}  // namespace wpga
