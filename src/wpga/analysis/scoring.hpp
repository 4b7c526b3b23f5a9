// Curves measured against a family: certified times, shares of the variance and proofs.  Whatever method
// found a curve of moving atoms, it is measured here.
#pragma once

#include <optional>
#include <vector>

#include "wpga/analysis/analysis.hpp"
#include "wpga/analysis/orthogonality.hpp"
#include "wpga/analysis/projection.hpp"
#include "wpga/analysis/space_box.hpp"

namespace wpga {

struct ScoreSetting {
  const Measure& mean;
  double variance;  // of the family about the mean, positive
  const std::vector<Matrix>& earlier;
  Orthogonality orthogonality;
  const std::optional<SpaceBox>& box;
  const ProjectionOptions& times;
  bool whole = false;  // keeps the curve as long as it is: measures stand farther out on it with others
};

// Needs component.curve and component.times (hints, or empty).  Certifies the times, trims the curve to them
// unless all of it is wanted, fixes its sign (the largest √b_k · |entry| of V1 + V2 is positive, so that a
// run from elsewhere points the same way), and fills in all that speaks of this component alone.
void score(Component& component, const ScoreSetting& setting, FamilyCouplings& couplings,
           const Execution& execution);

// Times and distances for all components together, and their cumulative shares.
void score_jointly(Analysis& analysis, FamilyCouplings& couplings, const Execution& execution);

}  // namespace wpga
