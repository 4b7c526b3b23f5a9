// What an analysis of a family tells: a mean, curves through it, a time for every measure on every curve, and
// the proof of each number.  Every method fills this struct; what does not apply is absent, not zero.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "wpga/analysis/curves/generalized_geodesic.hpp"
#include "wpga/analysis/curves/weight_curve.hpp"
#include "wpga/base/convergence.hpp"
#include "wpga/measures/measure.hpp"
#include "wpga/transport/engine_choice.hpp"

namespace wpga {

// How far a curve is from what it claims to be; 0 is perfect for all of them.  Of a curve of weights only the
// time gap is known: the others speak of maps, and are neither written nor shown.
struct Certificates {
  double time_gap = 0;  // largest proven excess of a squared distance over its minimum in t / variance
  double backward_map_gap = 0;  // 1 − W2²(mean, mean − v1) / ‖v1‖²: 0 iff id − v1 is an optimal map
  double forward_map_gap = 0;   // 1 − W2²(mean, mean + v2) / ‖v2‖²
  double geodesic_gap = 0;      // 1 − W2²(g_0, g_1) / ‖v1 + v2‖²: 0 iff the curve is a geodesic
  double orthogonality = 0;     // largest |⟨v, w⟩| / ((‖v1‖+‖v2‖)‖w‖) over v ∈ {v1, v2} and earlier w
  double collinearity = 0;      // 1 − cos(v1, v2)
  double offset = 0;            // nearest approach to the mean / (‖v1‖+‖v2‖)
  double outside_box = 0;       // share of atoms that leave the box somewhere on the curve; 0 without a box
  // Share of the mean's mass that an optimal plan to the end takes from another atom than the map does: a
  // small map gap may still hide many near ties.  NaN: not known.
  double backward_repaired_mass = 0;
  double forward_repaired_mass = 0;
};

// What stopped before its end, or cannot be true, on the way to a result; all 0 in a sound one.
struct Shortfalls {
  Index unfinished_cone_steps = 0;   // steps whose cutting planes reached their limit
  Index unconverged_transports = 0;  // transport problems that stopped early
  Index contradictions = 0;          // lower bounds above their upper bounds by more than rounding

  Shortfalls& operator+=(const Shortfalls& other) {
    unfinished_cone_steps += other.unfinished_cone_steps;
    unconverged_transports += other.unconverged_transports;
    contradictions += other.contradictions;
    return *this;
  }
  bool any() const { return unfinished_cone_steps + unconverged_transports + contradictions > 0; }
};

struct Component {
  GeneralizedGeodesic curve;                // of moving atoms; empty for a curve of weights
  std::optional<WeightCurve> weight_curve;  // of weights on fixed atoms
  Vector times;                             // N
  Vector scores;                  // N: signed length from the time nearest the mean, in the data's units
  Vector squared_distances;       // N: cost of a feasible plan, an upper bound of min_t W2²(g_t, μ_i)
  Vector lower_bounds;            // N: proven lower bounds of the same
  std::vector<double> objective;  // after each iteration
  Certificates certificates;
  double mean_squared_distance = 0;  // Σ λ_i squared_distances_i
  double explained = 0;              // 1 − mean_squared_distance / variance, this component alone
  double cumulative = 0;             // the same for all components up to this one together
  // True geodesics: the lengths from the mean, backward (negative) and forward, within which the curve could
  // be prolonged and still be optimal from the mean.
  std::optional<std::array<double, 2>> interval;
  Convergence convergence;
  double seconds = 0;    // that it took; no part of the result, so no file keeps it
  double increment = 0;  // cumulative, less that of the components before this one
  // Contains the share that exact distances at the best times would give: from the bounds of the distances to
  // the curve and of the variance.
  std::array<double, 2> explained_interval{};
  Shortfalls shortfalls;
  // --finish strict: mean squared distance of the plans and times at hand before and after it.
  std::optional<std::array<double, 2>> finish;
};

// How components were fitted together.
struct Together {
  Convergence convergence;
  std::vector<double>
      objective;       // after each sweep: mean squared distance to all curves together, and the pulls
  double map_gap = 0;  // largest, from the mean to where measures are on all curves together
  Index map_gap_measures = 0;  // of so many measures
};

struct Analysis {
  Measure mean;
  Vector squared_distances;  // N, to the mean
  double variance = 0;       // Σ λ_i squared_distances_i
  std::vector<Component> components;
  Matrix joint_times;              // N × K: times on all components together, NaN where switched off
  Matrix joint_squared_distances;  // N × K: to the first 1 … K components together; upper bounds
  Vector tangent_explained;        // K: shares of tangent PCA
  Termination termination =
      Termination::converged;                  // no_variance_left: fewer components than asked for were there
  std::optional<double> variance_lower_bound;  // proven; the variance itself where distances are exact
  // Share of the variance that moving the atoms of this mean explains at most while every measure keeps its
  // plan from the mean: Σ λ_i ‖T_i − id‖² / variance.  The rest is mass that these plans split.  Absent for
  // curves of weights, and where plans are not exact.
  std::optional<double> ceiling;
  TransportMethod scored_by = TransportMethod::exact;  // what measured distances, exact or entropic
  Shortfalls shortfalls;                               // of the mean and of the plans from it
  Shortfalls joint_shortfalls;                         // of the joint times
  std::optional<Together> together;                    // where there are several, not one after the other
};

}  // namespace wpga
