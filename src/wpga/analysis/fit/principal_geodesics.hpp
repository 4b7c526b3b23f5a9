// Principal generalized geodesics of a family of measures (equation (6) of the paper), by
// majorise–minimise on couplings kept warm.  docs/principal_geodesics.md tells the method.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "wpga/analysis/analysis.hpp"
#include "wpga/analysis/cone/orthogonality.hpp"
#include "wpga/analysis/cone/space_box.hpp"
#include "wpga/analysis/curves/projection.hpp"
#include "wpga/analysis/fit/component_goal.hpp"
#include "wpga/analysis/fit/fit_state.hpp"
#include "wpga/base/options.hpp"
#include "wpga/transport/engine_choice.hpp"

namespace wpga {

// default: majorise–minimise with exact projections.  paper: the gradient method of 2015.
enum class FitAlgorithm { standard, paper };
constexpr std::array<std::string_view, 2> names(FitAlgorithm) { return {"default", "paper"}; }

// generalized: two fields.  geodesic: one field, a true geodesic.  translation: the remark of §3.
enum class CurveKind { generalized, geodesic, translation };
constexpr std::array<std::string_view, 3> names(CurveKind) {
  return {"generalized", "geodesic", "translation"};
}

enum class MapRule { optimal, free };
constexpr std::array<std::string_view, 2> names(MapRule) { return {"optimal", "free"}; }

enum class MapProjection { cone, barycentric };
constexpr std::array<std::string_view, 2> names(MapProjection) { return {"cone", "barycentric"}; }

// near: maps optimal within the map tolerance.  strict: to the last digit.
enum class Finish { near, strict };
constexpr std::array<std::string_view, 2> names(Finish) { return {"near", "strict"}; }

enum class CurveStart { automatic, tangent, farthest, random };
constexpr std::array<std::string_view, 4> names(CurveStart) {
  return {"auto", "tangent", "farthest", "random"};
}

// greedy: each component is fitted with the earlier ones as they are, as in the paper.  together: then all
// move in turn, for the distances to all of them at once.
enum class FitOrder { together, greedy };
constexpr std::array<std::string_view, 2> names(FitOrder) { return {"together", "greedy"}; }

// each: the maps to the ends of each curve are optimal.  all: so are those to every point of all curves
// together.
enum class JointMaps { each, all };
constexpr std::array<std::string_view, 2> names(JointMaps) { return {"each", "all"}; }

struct GeodesicOptions {
  std::optional<ComponentsAsked> components;
  FitAlgorithm algorithm = FitAlgorithm::standard;
  CurveKind curve = CurveKind::generalized;
  MapRule maps = MapRule::optimal;
  MapProjection projection = MapProjection::cone;
  Orthogonality orthogonality = Orthogonality::each;
  BoxChoice box;
  std::optional<double> collinearity;
  CurveStart start = CurveStart::automatic;
  int restarts = 1;
  std::uint64_t seed = 1;
  double tolerance = 5e-5;
  int iterations = 100;
  double map_tolerance = 5e-4;
  double step = 1;
  ProjectionOptions times;
  Finish finish = Finish::near;
  int cone_iterations = 60;
  FitOrder fit = FitOrder::together;
  JointMaps joint_maps = JointMaps::each;

  static constexpr auto list() {
    using O = GeodesicOptions;
    return Listing{
        components_option(&O::components),
        option("algorithm", &O::algorithm,
               "default: majorise and minimise; paper: projected gradient steps, as Seguy & Cuturi (2015)"),
        option(
            "curve", &O::curve,
            "generalized: two optimal maps from the mean; geodesic: a true geodesic; translation: the mean "
            "only moves"),
        option("maps", &O::maps, "optimal: keep the maps from the mean optimal; free: do not"),
        option("projection", &O::projection,
               "how maps are made optimal: the nearest one in the cone, or the barycentric one of the paper"),
        option("orthogonality", &O::orthogonality,
               "each: both fields are orthogonal to earlier components; sum: only their sum is"),
        option("box", &O::box,
               "bounds that no atom leaves: LO,HI for every coordinate, none, or auto (palettes: the colour "
               "cube; histograms: the range of the bins)"),
        option("collinearity", &O::collinearity,
               "penalty λ₀ on fields that do not point the same way; 0 unless given, 1 for the paper's "
               "algorithm",
               at_least(0)),
        option(
            "start", &O::start,
            "first curve: auto (the best of short descents from several lines), the leading axis of tangent "
            "PCA, the line to the farthest measure, or a random line"),
        option("restarts", &O::restarts,
               "starts tried for each component, all but the first random; the lowest objective wins",
               at_least(1)),
        option("seed", &O::seed, "seed of the random numbers"),
        option("tolerance", &O::tolerance, "relative fall of the objective in one iteration that ends it",
               at_least(0)),
        option("iterations", &O::iterations,
               "most iterations for one component, once its start is found (`start` auto adds short descents "
               "and "
               "6 trial passes), and most sweeps over components together",
               at_least(1)),
        option("map-tolerance", &O::map_tolerance,
               "gap of true geodesics that is small enough: 1 − W2²(start, end) / ‖v1 + v2‖²", positive()),
        option("step", &O::step, "step of the paper's algorithm, as a multiple of 1 / (2 N)", positive()),
        options_of(&O::times),
        option("finish", &O::finish,
               "near: true geodesics, and maps of the paper's algorithm or of the barycentric projection, as "
               "they were found; strict: shortened until they are optimal to the last digit"),
        option("cone-iterations", &O::cone_iterations,
               "most iterations over optimal maps in one step (interior point; cutting planes for true "
               "geodesics); a step that wants more counts as unfinished",
               at_least(1)),
        option("fit", &O::fit,
               "together: components move in turn for the distances to all of them; greedy: one after the "
               "other, as in the paper"),
        option(
            "joint-maps", &O::joint_maps,
            "components fitted together: each curve has optimal maps, or all points of all curves together")};
  }
};
static_assert(lists_every_member<GeodesicOptions>);

// The curves through `mean` that follow the family most closely, one after the other.
//
// Each iteration solves one warm transport problem for every measure, moves every time in closed form and
// then minimises the majoriser over all pairs of fields that satisfy the constraints; `objective` never
// rises.  At the end times are certified, curves trimmed to the times in use, and signs fixed.  The same bits
// for any number of threads, and after going on from a saved state (fit_state.hpp).  Fewer components than
// asked for when no variance is left.
//
// Throws InputError for more components than N − 1, a box that does not hold the mean, options that break
// their rule, or a strict finish of free maps.
Analysis principal_geodesics(const MeasureFamily& family, const Measure& mean,
                             const TransportOptions& transport, const GeodesicOptions& options,
                             const Execution& execution = {}, const Checkpoints& checkpoints = {});

}  // namespace wpga
