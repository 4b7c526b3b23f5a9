// New measures on the components of an analysis, whatever curves these are.
#pragma once

#include <span>
#include <vector>

#include "wpga/analysis/analysis.hpp"
#include "wpga/analysis/curves/projection.hpp"
#include "wpga/study/model.hpp"

namespace wpga {

struct AnalysisProjections {
  Vector squared_distances_to_mean;  // N: W2²
  std::vector<Projections> single;   // for each component, alone
  std::vector<Vector> scores;        // for each component: N
  std::vector<double> time_gaps;     // for each component: largest proven excess / variance of the model
  JointProjections joint;            // N × K
  Matrix joint_scores;               // N × K: scores of the joint times; 0, that of the mean, where left out
  Shortfalls mean_shortfalls;        // of the distances to the mean

  // Of one component alone, and of all that was solved.
  Shortfalls shortfalls(std::size_t component) const;
  Shortfalls shortfalls() const;
};

// Shares of the variance of these measures about the mean of the model, K each: held-out shares where they
// are new to it.
struct HeldOutShares {
  Vector held_out_explained;   // by each component alone
  Vector held_out_cumulative;  // by the first 1 … K together
};
HeldOutShares held_out_shares(const AnalysisProjections& placed, const MeasureFamily& family);

// `family` lives in the space of the analysis, which has components.  Each measure is placed to the bit as it
// would be alone, whatever stands beside it.
AnalysisProjections project_on(const Analysis& analysis, const MeasureFamily& family,
                               const TransportOptions& transport, const ProjectionOptions& options,
                               const Execution& execution);

// Signed lengths along the curves from the times nearest the mean, N × K; a component that is left out (time
// NaN) has the score of the mean, 0.
Matrix joint_scores(const Analysis& analysis, const Matrix& joint_times);

// The times, n × K, whose joint_scores are nearest to these: beyond its ends a curve has none.  Throws
// InputError for other than K columns and for scores that are not finite.
Matrix times_of_scores(const Analysis& analysis, const Matrix& scores);

struct ProjectOptions {
  TransportOptions transport;
  ProjectionOptions times;

  static constexpr auto list() {
    using O = ProjectOptions;
    return Listing{options_of(&O::transport), options_of(&O::times)};
  }
};
static_assert(lists_every_member<ProjectOptions>);

// New measures on the components of a model.  They are brought into its space: raw coordinates are
// standardised with its numbers.  Throws InputError for a model without components, and for measures that
// live elsewhere.
AnalysisProjections project(const Model& model, const MeasureFamily& family,
                            const ProjectOptions& options = {}, const Execution& execution = {});

// The measure at a time on each component of the model together, in its coordinates; NaN leaves one out.
Measure measure_at(const Model& model, std::span<const double> times);

// The measure at a time on each of the given components (counted from 0) together; NaN leaves one out.  Of
// curves of weights the nearest probabilities.
Measure measure_at(const Analysis& analysis, std::span<const std::size_t> components,
                   std::span<const double> times);

// Of the given components.
std::vector<Curve> curves_of(const Analysis& analysis, std::span<const std::size_t> components);

}  // namespace wpga
