// Curves that change weights instead of positions: fixed points, weights that are piecewise linear in t. They
// may leave the probability measures; how far is measured, never hidden.  docs/weight_curve.md
#pragma once

#include <span>

#include "wpga/base/results.hpp"
#include "wpga/measures/measure.hpp"

namespace wpga {

struct WeightCurve {
  Matrix points;   // d × m
  Matrix weights;  // m × K: a column for each knot, sum 1, entries of any sign
  Vector knots;    // K ≥ 2 times, rising from 0 to 1
  Vector center;   // m: weights of any sign, sum 1; several curves together are added around it
  double full = 1;
  double negative_mass = 0;
  double mass_above_one = 0;

  Index dimension() const { return points.rows(); }
  Index size() const { return points.cols(); }

  static constexpr auto list() {
    using W = WeightCurve;
    return Listing{result("full", &W::full, Unit::mass,
                          "the weight that is intensity one: the largest a point has in the data"),
                   result("negative_mass", &W::negative_mass, Unit::mass,
                          "largest total of negative weights (as a positive number) along the curve")
                       .certifies({1e-8, 1e-3}),
                   result("mass_above_one", &W::mass_above_one, Unit::mass,
                          "largest total of what exceeds `full`, point by point, along the curve")
                       .certifies({1e-8, 1e-8, false})};
  }
};

// The curve through the columns of `weights`, its times in proportion to the Euclidean way along them, and
// both masses measured.  Columns that repeat the one before are left out; one that stands still has two equal
// knots.
WeightCurve weight_curve(const PointsRef& points, const Matrix& weights, const Vector& center, double full);

// Weights at time t.
Vector weights_at(const WeightCurve& curve, double time);

// Several curves on the same points together: center + Σ_c (weights_at(c, t_c) − center).  A time that is NaN
// leaves its curve out.
Vector weights_at(std::span<const WeightCurve> curves, std::span<const double> times);

// Σ max(−w, 0) and Σ max(w − full, 0).  Both are convex in w, so that along a curve they are largest at
// knots.
double negative_mass(const WeightsRef& weights);
double mass_above(const WeightsRef& weights, double full);

// The nearest probabilities in the Euclidean sense (Held, Wolfe & Crowder 1974); O(m log m).
Vector nearest_probabilities(const WeightsRef& weights);

// The probability measure on the points that is nearest to these weights; points without mass are left out.
Measure nearest_measure(const PointsRef& points, const WeightsRef& weights);

// Euclidean length of the curve, in units of mass.
double length(const WeightCurve& curve);

// The time at which the curve is nearest to given weights, in the Euclidean sense; exact, O(m K).
double nearest_time(const WeightCurve& curve, const WeightsRef& weights);

}  // namespace wpga
