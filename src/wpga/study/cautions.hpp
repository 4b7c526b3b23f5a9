// What should be known of numbers that are right and may yet mislead: few measures, times at the ends of
// their curves, components left out, data far from those of the model.
#pragma once

#include <string>
#include <vector>

#include "wpga/study/project.hpp"

namespace wpga {

// Fewer than 10 (K + 1) measures for a mean and K components: shares on new measures will be lower
// (docs/fit.md has the experiment).
bool few_measures(Index measures, std::size_t components);

// A time that is an end of the curve: the measure may lie beyond.
bool is_clipped(double time);
// A joint time that is not there: the measure is nearer without the component.
bool is_left_out(double joint_time);

// For each component, how many.
struct TimeCounts {
  std::vector<Index> clipped, left_out;
};
// A fitted curve ends where its first and its last measure are, so one at each end is not counted.  Measures
// of weight 0, for which no curve was fitted, are left out; without weights all count alike.
TimeCounts time_counts(const Analysis& analysis, const Vector& measure_weights = {});
// New measures define no end: all are counted.
TimeCounts time_counts(const AnalysisProjections& projections);

// Measures more than three times as far from the mean as the farthest of the model.
struct FarOutside {
  Index far = 0, measures = 0;
  double farthest = 0, training = 0;  // W2: the largest here, and of the model

  // A quarter of the measures or more: enough for a warning.
  bool many() const { return far > 0 && 4 * far >= measures; }
};
inline constexpr double far_factor = 3;
FarOutside far_outside(const Vector& squared_distances, const Analysis& model);

// How many of these measures the model was fitted to, so that their shares are not held out: they have its
// names and the distances to its mean (to 1e-6 of the variance, as another engine may have measured them).
Index fitted_to(const Model& model, const std::vector<std::string>& names, const Vector& squared_distances);

// A lower bound of W2² to the mean without any transport: |m − m'|² + (σ − σ')², where m are the means and σ²
// the mean squared distances from them.
Vector least_squared_distances(const MeasureFamily& family, const Measure& mean);

}  // namespace wpga
