// The sum of squared distances to one curve, bounded from above by a quadratic function of its two fields
// (equation (8) of the paper): the sums of majoriser_sums.hpp, with their plans and times.
#pragma once

#include "wpga/analysis/curves/generalized_geodesic.hpp"
#include "wpga/analysis/fit/majoriser_sums.hpp"

namespace wpga {

class PositionSearch;

// A curve by where it starts and ends: the fields are −V1 and V2, so that both maps are id + u.
Fields ends_of(const GeneralizedGeodesic& curve);
GeneralizedGeodesic curve_between(const Fields& ends);

// One warm solve for each measure at times_i, then times_i in closed form.  With exact couplings the
// objective is at most what the last plans and times give on this curve; entropic maps are not quite those of
// the rounded plans whose cost is known, so there it is so up to their marginal tolerance.
MajoriserPass majorise(const CenteredPoints& mean, const GeneralizedGeodesic& curve, Vector& times,
                       FamilyCouplings& couplings, const Execution& execution);

// The paper's search: the best of equally spaced times for each measure, at the cost of that many solves.
MajoriserPass majorise_on_grid(const CenteredPoints& mean, const GeneralizedGeodesic& curve, int grid,
                               Vector& times, const FamilyCouplings& couplings, PositionSearch& search,
                               const Execution& execution);

}  // namespace wpga
