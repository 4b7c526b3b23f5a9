// Optimal transport on the line, exact by sorting: the monotone plan, and quantile functions, in which W2 is
// an ordinary L² distance (Villani 2003, §2.2).
#pragma once

#include <span>
#include <vector>

#include "wpga/measures/measure.hpp"
#include "wpga/transport/coupling.hpp"

namespace wpga {

// The optimal plan between two measures on the line with n and m atoms, and its proof.
struct LineCoupling {
  TransportValue value;         // primal W2²; dual from the potentials, above or below it by rounding
  std::vector<PlanEntry> plan;  // at most n + m − 1 entries, monotone: no two of them cross
  Vector map;                   // n: mean target of each source atom, non-decreasing along the line
  Vector source_potentials;     // n: u_k + v_j ≤ |x_k − y_j|², with equality on the plan, rounding apart
  Vector target_potentials;     // m
};

// Atoms in any order, ties allowed.  If the weights sum to one only up to rounding, the difference goes to
// the last atom of the heavier side.  O(n log n + m log m); linear if both are sorted.
LineCoupling couple_on_line(const MeasureView& source, const MeasureView& target);

// W2² alone.
double squared_distance_on_line(const MeasureView& source, const MeasureView& target);

// A step function of the level s in (0, 1].  That of a measure is left-continuous and non-decreasing:
// at(s) = inf {x : F(x) ≥ s}.
struct QuantileFunction {
  Vector breakpoints;  // right ends of the steps, increasing, the last one 1
  Vector values;       // one for each step

  Index steps() const { return values.size(); }
  double at(double level) const;  // O(log steps); at(0) is the first value
};

// Levels nearer to each other than this are one level, so that 1/9 + 1/9 + 1/9 and 1/3 agree.
inline constexpr double level_resolution = 0x1p-50;

// One step for each distinct atom; an atom lighter than the resolution joins its neighbour.
QuantileFunction quantile_function(const MeasureView& measure);

// The measure with this quantile function, equal values merged.  A function that is not monotone is taken as
// a random variable on (0, 1]: its law is returned.
Measure measure_of(const QuantileFunction& function);

// Σ_i coefficients_i functions_i, exact on the merged breakpoints; O(S log S) for S steps in all.  With
// non-negative coefficients of sum one it is the quantile function of the Wasserstein barycenter (Agueh &
// Carlier 2011, §6.1).
QuantileFunction linear_combination(std::span<const QuantileFunction> functions,
                                    const WeightsRef& coefficients);

// ∫ (f − g)² over the levels: W2² of the measures if both are monotone.
double squared_distance(const QuantileFunction& f, const QuantileFunction& g);

// Mean of `to` over each step of `from`: the monotone map between the measures at the atoms of the first.
Vector monotone_map(const QuantileFunction& from, const QuantileFunction& to);

}  // namespace wpga
