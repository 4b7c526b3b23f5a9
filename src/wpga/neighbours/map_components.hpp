// Principal components of maps from one mean, as straight curves measured like all others.
#pragma once

#include "wpga/analysis/analysis.hpp"
#include "wpga/analysis/curve_start.hpp"
#include "wpga/analysis/tangent_maps.hpp"
#include "wpga/neighbours/component_options.hpp"

namespace wpga {

// What curves are held against.
struct MapSetting {
  const Measure& mean;
  const Vector& squared_distances;  // N: W2² of the measures to the mean
  const ComponentOptions& options;
};

// The leading directions w of the fields R_i of `maps`, each as the line Y + s w over the range of ⟨R_i, w⟩.
// analysis.tangent_explained are the shares of Σ λ_i ‖R_i‖² along them.  Fewer than asked for when no
// variance is left.
Analysis map_components(const TangentMaps& maps, const MapSetting& setting, FamilyCouplings& couplings,
                        const Execution& execution);

}  // namespace wpga
