// W2² between weights on fixed points and one measure, as a function of the weights: convex, and every solve
// bounds all of it from below.  docs/weight_projection.md
#pragma once

#include <vector>

#include "wpga/measures/measure.hpp"
#include "wpga/transport/engine_choice.hpp"

namespace wpga {

// W2²(w, μ) ≥ Σ_k potentials_k w_k + constant for all probabilities w on the points; equality where it was
// solved.
struct WeightBound {
  Vector potentials;  // m
  double constant = 0;

  double at(const WeightsRef& weights) const { return potentials.dot(weights) + constant; }
};

// Points (d × m) and the measure should be centred; they and the options must outlive this.  One thread.
class WeightTransport {
 public:
  WeightTransport(const Matrix& points, const MeasureView& target, const TransportOptions& options)
      : points_(points), target_(target), options_(options) {}

  // The cost of a feasible plan from these probabilities (m, zeros allowed); by sorting on the line.
  double solve(const Vector& weights);

  // Takes over what is known of nearby points (d × c) and a nearby measure: potentials carry over to all
  // points by two c-transforms, and bound what they bound less closely.
  void learn_from(const WeightTransport& other);

  // What the solves so far prove, the last one at the end.
  const std::vector<WeightBound>& bounds() const { return bounds_; }

  // The largest of the bounds, at least 0.  O(m · solves).
  double lower_bound(const WeightsRef& weights) const;

  const MeasureView& target() const { return target_; }

  // Solves that stopped early; what they prove holds all the same.
  Index not_converged() const { return not_converged_; }

 private:
  const Matrix& points_;
  MeasureView target_;
  const TransportOptions& options_;
  std::vector<WeightBound> bounds_;
  Index not_converged_ = 0;
};

}  // namespace wpga
