// Curves measured against a family: certified times, shares of the variance and proofs.  Whatever method
// found a curve of moving atoms, it is measured here.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "wpga/analysis/analysis.hpp"
#include "wpga/analysis/cone/orthogonality.hpp"
#include "wpga/analysis/cone/space_box.hpp"
#include "wpga/analysis/curves/projection.hpp"
#include "wpga/analysis/fit/component_goal.hpp"

namespace wpga {

struct ScoreSetting {
  const Measure& mean;
  double variance;  // of the family about the mean, positive
  const std::vector<Matrix>& earlier;
  Orthogonality orthogonality;
  const std::optional<SpaceBox>& box;
  const ProjectionOptions& times;
  bool whole = false;  // keeps the curve as long as it is: measures stand farther out on it with others
  std::optional<double> variance_lower_bound = {};  // unless given the variance is exact
};

// The couplings that reported distances come from: those of the fit where these are exact, else exact ones up
// to the size at which `auto` is, and beyond that the entropic ones of the fit, whose bounds are true.
class ScoreCouplings {
 public:
  // `fitting` must outlive this.
  ScoreCouplings(FamilyCouplings& fitting, const TransportOptions& transport);
  // Couplings apart from those of the fit forget, so that going on from a saved state gives the same bits.
  FamilyCouplings& get();

 private:
  FamilyCouplings& fitting_;
  std::optional<FamilyCouplings> exact_;
};

// Distances of the measures to analysis.mean, their mean with its lower bound, the ceiling, and what measured
// them.  N solves, warm where the couplings rest at the mean, where they are left.  Plans that stopped early
// when maps were taken from them are these plans: analysis.shortfalls has the larger of the two counts.
void score_mean(Analysis& analysis, FamilyCouplings& couplings, const Execution& execution);

// [1 − upper / variance_lower_bound, 1 − lower / variance]: contains 1 − D / V for every D between lower and
// upper and every V between the bounds of the variance.  Without variance 0.
std::array<double, 2> share_interval(double lower, double upper, double variance_lower_bound,
                                     double variance);

// Needs component.curve and component.times (hints, or empty).  Certifies the times, trims the curve to them
// unless all of it is wanted, fixes its sign (the largest √b_k · |entry| of V1 + V2 is positive, so that a
// run from elsewhere points the same way), and fills in all that speaks of this component alone.
void score(Component& component, const ScoreSetting& setting, FamilyCouplings& couplings,
           const Execution& execution);

// Times and distances for all components together, their cumulative shares, and what each adds.  `hints` (N ×
// K, or empty) are joint times to begin with as well.
void score_jointly(Analysis& analysis, FamilyCouplings& couplings, const Execution& execution,
                   const Matrix& hints = {});

// Do the components so far explain the share of the goal?  They are scored jointly to know; where the goal is
// a number of components, false without a look.
bool explains_enough(Analysis& analysis, const ComponentGoal& goal, FamilyCouplings& couplings,
                     const Execution& execution);

// Does the largest √b_k · |entry| of V1 + V2 have a negative sign?
bool points_backward(const GeneralizedGeodesic& curve, const Vector& weights);

}  // namespace wpga
