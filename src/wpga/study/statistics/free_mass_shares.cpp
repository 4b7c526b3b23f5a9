#include "wpga/study/statistics/free_mass_shares.hpp"

#include <cassert>

#include "wpga/transport/distances.hpp"

namespace wpga {

FreeMassShares free_mass_shares(const MeasureFamily& family, const Measure& mean,
                                const TransportOptions& transport, const Execution& execution) {
  assert(transport.mass == MassRule::free);
  MeasureFamily alone;
  alone.append(mean.view(), "mean");
  const DistanceMatrix found = distance_matrix(alone, family, transport, execution);
  // Unmatched mass of rounding size is zero: times a large penalty it would look like a cost.
  constexpr double rounding = 1e-12;
  FreeMassShares shares{
      .unmatched = found.unmatched.row(0).unaryExpr([](double mass) { return mass < rounding ? 0 : mass; })};
  shares.shortfalls +=
      Shortfalls{.unconverged_transports = found.not_converged, .contradictions = found.contradictions};
  const double variance = weighted_mean(family, found.upper.row(0));
  const double unmatched = weighted_mean(family, shares.unmatched);
  if (variance > 0 && unmatched > 0) shares.unmatched_share = unmatched * largest_cost(transport) / variance;
  return shares;
}

}  // namespace wpga
