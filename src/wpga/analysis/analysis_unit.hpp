// Analyses in another unit of length (measures/length_unit.hpp).
#pragma once

#include "wpga/analysis/analysis.hpp"
#include "wpga/measures/length_unit.hpp"

namespace wpga {

// Every length of the analysis times `factor`, every squared length times its square; a power of two changes
// no digit.  Shares, times, certificates and what curves of weights tell in units of mass stay.
void multiply_lengths(Analysis& analysis, double factor);

// find(family, mean, transport) in the unit of length that suits both, told in theirs.
template <class Find>
Analysis in_suitable_unit(const MeasureFamily& family, const Measure& mean, const TransportOptions& transport,
                          Find&& find) {
  const double unit = length_unit(family, mean.points);
  if (unit == 1) return find(family, mean, transport);
  Analysis analysis = find(in_unit(family, unit), in_unit(mean.view(), unit), in_unit(transport, unit));
  multiply_lengths(analysis, unit);
  return analysis;
}

}  // namespace wpga
