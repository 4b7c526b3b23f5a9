#include "wpga/neighbours/maps/tangent.hpp"

#include "wpga/neighbours/maps/map_components.hpp"

namespace wpga {

Analysis tangent_analysis(const MeasureFamily& family, const Measure& mean, const TransportOptions& transport,
                          const TangentOptions& options, const Execution& execution) {
  validate(options);
  FamilyCouplings couplings(family, transport, mean.weights);
  const TangentMaps maps = tangent_maps(couplings.centered(mean.points), couplings, execution);
  return map_components(maps, {mean, transport, options.of, options.cone}, couplings, execution);
}

}  // namespace wpga
