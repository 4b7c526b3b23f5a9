// Principal components of maps from one mean, as straight curves measured like all others.
#pragma once

#include "wpga/analysis/analysis.hpp"
#include "wpga/analysis/fit/curve_start.hpp"
#include "wpga/analysis/fit/tangent_maps.hpp"
#include "wpga/neighbours/maps/component_options.hpp"

namespace wpga {

// The mean, and how curves are scored.
struct MapSetting {
  const Measure& mean;
  const TransportOptions& transport;  // that the maps came from; distances are exact where that is affordable
  const ComponentOptions& options;
  bool optimal_maps = false;  // replace each line by the nearest curve of optimal maps in the box
};

// The leading directions w of the fields R_i of `maps`, each as the line Y + s w over the range of ⟨R_i, w⟩.
// analysis.tangent_explained are the shares of Σ λ_i ‖R_i‖² along them.  Fewer than asked for when no
// variance is left.
Analysis map_components(const TangentMaps& maps, const MapSetting& setting, FamilyCouplings& couplings,
                        const Execution& execution);

// Maps that are known in closed form: field(i) is R_i, d × p, on atoms with the given weights.
template <class Field>
TangentMaps maps_of(const Vector& weights, const MeasureFamily& family, Field&& field) {
  TangentMaps maps;
  maps.root_weights = weights.cwiseSqrt();
  maps.measure_weights =
      Vector::NullaryExpr(family.count(), [&](Index i) { return family.measure_weight(i); });
  maps.coordinates.resize(family.dimension() * weights.size(), family.count());
  for (Index i = 0; i < family.count(); ++i)
    maps.coordinates.col(i) = maps.flat(field(i)).template cast<float>();
  return maps;
}

}  // namespace wpga
