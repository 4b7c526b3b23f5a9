// Principal geodesics of measures that are much like others whose curves are known: some left out, drawn
// again or counting differently.  Those curves, moved downhill.
#pragma once

#include <vector>

#include "wpga/analysis/fit/principal_geodesics.hpp"
#include "wpga/transport/family_couplings.hpp"

namespace wpga {

struct WarmCurves {
  std::vector<GeneralizedGeodesic> curves;  // K
  Matrix times;                             // N × K
  double variance = 0;                      // of the family that the curves come from
  int passes_alone = 4;                     // of each curve by itself, before all move together
  Shortfalls shortfalls = {};               // of the way downhill
  bool settled = true;                      // until the tolerance was reached
};

// Does the fit with these options have a descent to go on from?  The paper's algorithm and translations do
// not.
bool can_go_on(const GeodesicOptions& options);

// The mean of the couplings' family near `mean` (same weights, atoms that move): barycentric maps averaged
// until the variance falls by less than `tolerance`, at most `iterations` times.  Not centered, like `mean`.
struct MeanNear {
  Measure measure;
  Index unconverged_transports = 0;
  bool settled = false;  // until the tolerance was reached
};
MeanNear mean_near(const Measure& mean, FamilyCouplings& couplings, double tolerance, int iterations,
                   const Execution& execution);

// Moved until the objective falls by less than the tolerance of the options.  A curve alone, or one after the
// other, begins as the nearest one that satisfies every constraint about `mean`; several that move together
// begin on the leading axes of tangent PCA, as in a fit.  Times are hints, and those found.  Fewer curves
// where no variance is left for more.
void move_downhill(const Measure& mean, WarmCurves& warm, FamilyCouplings& couplings,
                   const TransportOptions& transport, const GeodesicOptions& options,
                   const Execution& execution);

}  // namespace wpga
