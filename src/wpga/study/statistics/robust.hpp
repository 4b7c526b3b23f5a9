// Means and components that some measures cannot carry away: a bounded loss of the distances.  docs/robust.md
#pragma once

#include <vector>

#include "wpga/base/options.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/study/statistics/statistic_shortfalls.hpp"

namespace wpga {

struct FitOptions;
struct FittedFamily;

struct Robustness {
  Vector robust_weights;                // N: 0 … 1, what is left of the weight of each measure
  double robust_scale = 0;              // W2 at which a measure keeps 1/e of its weight, off the components
  std::vector<double> objective;        // Σ λ_i ρ(d_i) after each reweighting; never rises
  StatisticShortfalls shortfalls = {};  // of the fits on the way to the weights

  static constexpr auto list() {
    using O = Robustness;
    return Listing{
        option("robust_weights", &O::robust_weights, "what is left of the weight of each measure, 0 … 1"),
        option("robust_scale", &O::robust_scale,
               "W2 off the components at which a measure keeps 1/e of its weight"),
        option("objective", &O::objective, "bounded loss after each reweighting"),
        option("shortfalls", &O::shortfalls, "what stopped early on the way to it")};
  }
};
static_assert(lists_every_member<Robustness>);

// ρ(d) = c² (1 − exp(−d²/c²)) (Welsch): at most c² however far a measure is.  Concave in d², so that its
// tangent, the weight exp(−d²/c²) times d², lies above it: reweighting is one more majoriser.
double bounded_loss(double squared_distance, double scale);
double loss_weight(double squared_distance, double scale);

// A mean that far measures do not move: reweighted from `start` on with the scale of the nearer half.
struct RobustMean {
  Measure mean;
  Vector weights;  // N: 0 … 1
  StatisticShortfalls shortfalls = {};
};
RobustMean robust_mean(const MeasureFamily& family, const Measure& start, const FitOptions& options,
                       const Execution& execution);

// The weights with which the bounded loss of the distances to all components together is at its minimum near
// the fit: components are refitted with them until they settle.  `fitted` is a fit with the weights of a
// robust mean.
Robustness reweigh(const FittedFamily& fitted, const Vector& first_weights, const Execution& execution);

}  // namespace wpga
