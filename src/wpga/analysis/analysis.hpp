// What an analysis of a family tells: a mean, curves through it, a time for every measure on every curve, and
// the proof of each number.  Every method fills this struct; what does not apply is absent, not zero.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "wpga/analysis/curves/curve.hpp"
#include "wpga/base/convergence.hpp"
#include "wpga/base/options.hpp"
#include "wpga/base/results.hpp"
#include "wpga/measures/measure.hpp"
#include "wpga/transport/engine_choice.hpp"

namespace wpga {

static_assert(lists_every_member<Ends>);

constexpr auto result_list(const Convergence*) {
  using C = Convergence;
  return Listing{
      result("iterations", &C::iterations, Unit::count, "of the method"),
      result("termination", &C::termination, Unit::none, "how the iteration ended"),
      result("residual", &C::residual, Unit::none, "what the stopping rule measured last, in its own unit")
          .came_later()};
}

// How far a curve is from what it claims to be; 0 is perfect for all of them.  Of a curve of weights only the
// time gap is known: the others speak of maps, and are neither written nor shown.
struct Certificates {
  double time_gap = 0;
  Ends map_gap;
  double geodesic_gap = 0;
  double orthogonality = 0;
  double collinearity = 0;
  double offset = 0;
  double outside_box = 0;
  Ends repaired_mass;  // this and the next: NaN where not known
  double repaired_pairing = 0;

  static constexpr auto list() {
    using C = Certificates;
    return Listing{
        result("time_gap", &C::time_gap, Unit::share,
               "largest proven excess of a squared distance over its minimum in time / variance")
            .certifies({2e-3, 2e-2}),
        result("map_gap", &C::map_gap, Unit::share,
               "1 − W2²(mean, end) / ‖v‖²: 0 iff the map from the mean to that end is optimal")
            .certifies({1e-3, 2e-2})
            .only_for(Scope::moving_atoms),
        result("geodesic_gap", &C::geodesic_gap, Unit::share,
               "1 − W2²(start, end) / ‖v1 + v2‖²: 0 iff the whole curve is a geodesic")
            .certifies({1e-3, 1e-3, false})
            .only_for(Scope::moving_atoms),
        result("orthogonality", &C::orthogonality, Unit::share,
               "largest |⟨v, w⟩| / ((‖v1‖ + ‖v2‖) ‖w‖) over v ∈ {v1, v2} and earlier components w")
            .certifies({1e-6, 1e-2})
            .only_for(Scope::moving_atoms),
        result("collinearity", &C::collinearity, Unit::share,
               "1 − cos(v1, v2): 0 iff both halves of the curve point the same way")
            .certifies({1e-3, 1e-3, false})
            .only_for(Scope::moving_atoms),
        result("offset", &C::offset, Unit::share, "nearest approach to the mean / (‖v1‖ + ‖v2‖)")
            .certifies({1e-3, 5e-2, false})
            .only_for(Scope::moving_atoms),
        result("outside_box", &C::outside_box, Unit::share,
               "share of the atoms that leave the box somewhere on the curve; 0 without a box")
            .certifies({0, 5e-2})
            .only_for(Scope::moving_atoms),
        // A small map gap may still hide many near ties.
        result(
            "repaired_mass", &C::repaired_mass, Unit::share,
            "share of the mass that an optimal plan from the mean to that end takes from another atom than "
            "the map does")
            .certifies({1e-3, 1e-3, false})
            .only_for(Scope::moving_atoms)
            .came_later(),
        result("repaired_pairing", &C::repaired_pairing, Unit::share,
               "share of the mass that an optimal plan between the two ends pairs otherwise than the curve "
               "does")
            .certifies({1e-3, 1e-3, false})
            .only_for(Scope::moving_atoms)
            .came_later()};
  }
};
static_assert(lists_every_member<Certificates>);

// What stopped before its end, or cannot be true, on the way to a result; all 0 in a sound one.
struct Shortfalls {
  Index unfinished_cone_steps = 0;
  Index unconverged_transports = 0;
  Index contradictions = 0;

  static constexpr auto list() {
    using S = Shortfalls;
    return Listing{result("unfinished_cone_steps", &S::unfinished_cone_steps, Unit::count,
                          "steps that are feasible, but not proven the minimum")
                       .only_for(Scope::fits)
                       .came_later(),
                   result("unconverged_transports", &S::unconverged_transports, Unit::count,
                          "transport problems that stopped early")
                       .came_later(),
                   result("contradictions", &S::contradictions, Unit::count,
                          "lower bounds above their upper bounds by more than rounding")
                       .came_later()};
  }

  Shortfalls& operator+=(const Shortfalls& other) {
    unfinished_cone_steps += other.unfinished_cone_steps;
    unconverged_transports += other.unconverged_transports;
    contradictions += other.contradictions;
    return *this;
  }
  bool any() const { return unfinished_cone_steps + unconverged_transports + contradictions > 0; }
};
static_assert(lists_every_member<Shortfalls>);

struct Component {
  Curve curve;
  Vector times;                   // N
  Vector scores;                  // N: signed length from the time nearest the mean, in the data's units
  Vector squared_distances;       // N: cost of a feasible plan, an upper bound of min_t W2²(g_t, μ_i)
  Vector lower_bounds;            // N: proven lower bounds of the same
  std::vector<double> objective;  // after each iteration
  Certificates certificates;
  double mean_squared_distance = 0;
  double explained = 0;
  double cumulative = 0;
  std::optional<std::array<double, 2>> interval;
  Convergence convergence;
  double seconds = 0;  // that it took; no part of the result, so no file keeps it
  double increment = 0;
  std::array<double, 2> explained_interval{};
  Shortfalls shortfalls;
  std::optional<std::array<double, 2>> finish;

  static constexpr auto list() {
    using C = Component;
    return Listing{
        result("mean_squared_distance", &C::mean_squared_distance, Unit::squared_length,
               "weighted mean of the squared distances to the curve"),
        result("explained", &C::explained, Unit::share,
               "1 − mean_squared_distance / variance, this component alone"),
        result(
            "cumulative", &C::cumulative, Unit::share,
            "the same for all components up to this one together, at the best joint times found: a lower "
            "bound of the share where distances are exact; where they are entropic the quotient of two upper "
            "bounds, no bound, and 1 − (1 − cumulative) variance / variance_lower_bound is one"),
        results_of(&C::certificates),
        results_of(&C::convergence),
        result("increment", &C::increment, Unit::share,
               "cumulative, less that of the components before this one")
            .came_later(),
        result("explained_interval", &C::explained_interval, Unit::share,
               "contains the share that exact distances at the best times would give, proved from the bounds "
               "of the distances and of the variance")
            .came_later(),
        results_of(&C::shortfalls),
        result(
            "interval", &C::interval, Unit::length,
            "true geodesics: lengths from the mean, backward (negative) and forward, within which the curve "
            "could be prolonged and still be optimal from the mean"),
        result("finish", &C::finish, Unit::squared_length,
               "`finish` strict: mean squared distance of the plans and times at hand before and after it")};
  }

  // Vectors with a number for each measure: visitor(name, value).
  template <class AnyComponent, class Visitor>
  static void for_each_vector(AnyComponent& component, Visitor&& visitor) {
    visitor("times", component.times);
    visitor("scores", component.scores);
    visitor("squared_distances", component.squared_distances);
    visitor("lower_bounds", component.lower_bounds);
  }
};

// Every number of a component that applies to its curve: visitor(name, words, value).
template <class AnyComponent, class Visitor>
  requires requires(AnyComponent& component) { component.curve; }
void for_each_number(AnyComponent& component, Visitor&& visitor) {
  const bool weights = component.curve.changes_weights();
  for_each_result(component, [&](const ResultName& name, const ResultWords& words, auto& value) {
    if (!weights || words.scope != Scope::moving_atoms) visitor(name, words, value);
  });
  if (weights) for_each_result(component.curve.weights(), visitor);
}

// How components were fitted together.
struct Together {
  Convergence convergence;
  std::vector<double>
      objective;  // after each sweep: mean squared distance to all curves together, and the pulls
  double map_gap = 0;
  Index map_gap_measures = 0;

  static constexpr auto list() {
    using T = Together;
    return Listing{
        results_of(&T::convergence),
        result("map_gap", &T::map_gap, Unit::share,
               "largest, from the mean to where measures are on all curves together")
            .certifies({1e-3, 2e-2, false}),
        result("map_gap_measures", &T::map_gap_measures, Unit::count, "measures that were looked at for it")};
  }
};

struct Analysis {
  Measure mean;
  Vector squared_distances;  // N, to the mean
  double variance = 0;
  std::vector<Component> components;
  Matrix joint_times;              // N × K: times on all components together, NaN where switched off
  Matrix joint_squared_distances;  // N × K: to the first 1 … K components together; upper bounds
  Vector tangent_explained;        // K: shares of tangent PCA
  Termination termination = Termination::converged;
  std::optional<double> variance_lower_bound;
  std::optional<double> ceiling;
  TransportMethod scored_by = TransportMethod::exact;
  Shortfalls shortfalls;
  Shortfalls joint_shortfalls;
  std::optional<Together> together;  // where there are several, not one after the other

  static constexpr auto list() {
    using A = Analysis;
    return Listing{
        result("variance", &A::variance, Unit::squared_length,
               "weighted mean of the squared distances to the mean"),
        result("variance_lower_bound", &A::variance_lower_bound, Unit::squared_length,
               "proven; the variance itself where distances are exact"),
        result(
            "ceiling", &A::ceiling, Unit::share,
            "share of the variance that moving the atoms of this mean explains at most while every measure "
            "keeps its plan from the mean; the rest is mass that these plans split"),
        result("scored_by", &A::scored_by, Unit::none, "what measured distances, exact or entropic")
            .came_later(),
        results_of(&A::shortfalls),
        results_of(&A::joint_shortfalls, "joint_"),
        result("termination", &A::termination, Unit::none,
               "no_variance_left: fewer components than asked for were there")
            .came_later()};
  }
};

// Every number of an analysis but those of its components: visitor(name, words, value).
template <class AnyAnalysis, class Visitor>
  requires requires(AnyAnalysis& analysis) { analysis.joint_shortfalls; }
void for_each_number(AnyAnalysis& analysis, Visitor&& visitor) {
  for_each_result(analysis, [&](const ResultName& name, const ResultWords& words, auto& value) {
    if (words.scope != Scope::fits) visitor(name, words, value);
  });
}

}  // namespace wpga
