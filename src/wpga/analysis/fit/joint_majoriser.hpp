// The sum of squared distances to several curves together, bounded from above: majoriser.hpp for K curves.
#pragma once

#include <span>

#include "wpga/analysis/curves/generalized_geodesic.hpp"
#include "wpga/analysis/fit/majoriser_sums.hpp"

namespace wpga {

// One warm solve for each measure at its times (a row of N × K), then its times for that plan.  With exact
// couplings the objective is at most what the last plans and times give on these curves.
MajoriserPass majorise_jointly(const CenteredPoints& mean, std::span<const GeneralizedGeodesic> curves,
                               Matrix& times, FamilyCouplings& couplings, const Execution& execution);

// The model as a function of the two fields of one curve, the others as they are.
QuadraticModel model_of_curve(const QuadraticModel& model, const Fields& fields, std::size_t curve);

}  // namespace wpga
