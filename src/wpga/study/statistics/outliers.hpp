// Whose fault: how much each measure pulls the components, how much they leave of it, and which measures lie
// beyond what chance allows.  docs/outliers.md
#pragma once

#include "wpga/analysis/analysis.hpp"
#include "wpga/base/options.hpp"

namespace wpga {

struct Outliers {
  Vector leverage;          // N: λ_i (1 + Σ_k s_ik² / Σ_j λ_j s_jk²), 0 … 1; in all 1 + K
  Vector score_distance;    // N: scores from their medians, in robust units of each component
  Vector residual;          // N: W2 to the nearest point on all components together
  double score_cutoff = 0;  // score distances beyond are flagged
  double residual_cutoff = 0;
  Vector flags;  // N: 0 none, 1 far along the components, 2 far off them, 3 both

  static constexpr auto list() {
    using O = Outliers;
    return Listing{option("leverage", &O::leverage, "pull of each measure on the components; 1 + K in all"),
                   option("score_distance", &O::score_distance,
                          "scores from their medians, in robust units of each component together"),
                   option("residual", &O::residual, "W2 to the nearest point on all components together"),
                   option("score_cutoff", &O::score_cutoff, "score distances beyond are flagged"),
                   option("residual_cutoff", &O::residual_cutoff, "residuals beyond are flagged"),
                   option("flags", &O::flags, "0 none, 1 far along the components, 2 far off them, 3 both")};
  }
};
static_assert(lists_every_member<Outliers>);

// Of an analysis with components; `joint_scores` are N × K (project.hpp).  The rule is that of Hubert,
// Rousseeuw & Vanden Branden (2005, §3.3) at one in a thousand: score distances against the χ law with K
// degrees, residuals to the power ⅔ against a normal law (Wilson & Hilferty), location and scale by median
// and MAD.  Measures of weight 0 are judged by the others.
Outliers find_outliers(const Analysis& analysis, const Matrix& joint_scores, const Vector& measure_weights);

// The middle value of those that are finite; of an even number the mean of the two middle ones.
double median(const Vector& values);
// 1.4826 times the median distance from the median: the standard deviation of normal numbers.
double robust_scale(const Vector& values);

}  // namespace wpga
