// Principal components of histograms as plain vectors: what happens without transport.  docs/euclidean.md
#pragma once

#include <optional>

#include "wpga/analysis/analysis.hpp"
#include "wpga/analysis/curves/projection.hpp"
#include "wpga/analysis/fit/component_goal.hpp"
#include "wpga/base/options.hpp"
#include "wpga/neighbours/histograms/common_histograms.hpp"
#include "wpga/transport/engine_choice.hpp"

namespace wpga {

struct EuclideanOptions {
  std::optional<ComponentsAsked> components;
  int cells = 0;
  ProjectionOptions times;

  static constexpr auto list() {
    using O = EuclideanOptions;
    return Listing{
        components_option(&O::components),
        option(
            "cells", &O::cells,
            "measures that are no pictures or histograms: cells along the longest side of the common grid; 0 "
            "chooses 100, 32 or 16 for one, two or three dimensions",
            between(0, 4096)),
        options_of(&O::times)};
  }
};
static_assert(lists_every_member<EuclideanOptions>);

// The weighted mean of vectors and their leading principal axes.
struct EuclideanAxes {
  Vector center;        // m
  Matrix axes;          // m × K, orthonormal columns; the largest entry of each, in size, is positive
  Vector variances;     // K: Σ λ_i scores_ki², falling
  Matrix scores;        // K × N
  double variance = 0;  // Σ λ_i |x_i − center|²
};

// Columns of `vectors` (m × N) with weights λ (N, sum 1).  Fewer than `count` axes when no variance is left.
// Through the smaller one of the two Gram matrices: O(m N min(m, N)).
EuclideanAxes euclidean_axes(const Matrix& vectors, const Vector& measure_weights, Index count);

// λ of every measure.
Vector measure_weights_of(const MeasureFamily& family);

// PCA of the weights on a common set of points.  A component is the straight line of weights over the range
// of the scores; it leaves the probability measures, and its WeightCurve says how far.  Scores are those of
// PCA; times and distances those of W2 to the nearest probabilities, and shares those of the W2 variance, as
// for all methods.  `objective` holds the Euclidean mean squared distance that the components up to this one
// leave.
Analysis euclidean_analysis(const MeasureFamily& family, const Measure& mean,
                            const TransportOptions& transport, const EuclideanOptions& options,
                            const Execution& execution = {});

}  // namespace wpga
