#include "wpga/neighbours/maps/map_components.hpp"

#include <algorithm>
#include <optional>

#include "wpga/analysis/cone/cone_program.hpp"
#include "wpga/neighbours/maps/measured_components.hpp"

namespace wpga {

namespace {

// The nearest pair of fields −V1, V2 in L²(mean) that optimal maps within the box have, up to a proved share
// of the square of the wanted one.
void make_maps_optimal(const Measure& mean, const std::optional<SpaceBox>& box, Component& component) {
  constexpr double small = 1e-6;
  const GeneralizedGeodesic& curve = component.curve.atoms();
  const QuadraticModel nearness{mean.weights, Matrix::Identity(2, 2), {-curve.backward, curve.forward}, 0};
  const FieldBox bounds = field_box(box, mean.points, 2);
  const double size = squared_norm(mean.weights, curve.backward) + squared_norm(mean.weights, curve.forward);
  const ConeProgram::Result found = ConeProgram(mean).minimise(nearness, {}, bounds, {.gap = small * size});
  component.shortfalls.unfinished_cone_steps += found.solved ? 0 : 1;
  component.curve = {-found.fields[0], found.fields[1]};
}

}  // namespace

Analysis map_components(const TangentMaps& maps, const MapSetting& setting, FamilyCouplings& couplings,
                        const Execution& execution) {
  MeasuredComponents found(setting.mean, couplings, setting.transport, setting.options, execution);
  const double total = squared_size(maps);
  TangentDirections leading;
  if (more_than_rounding(std::min(total, found.variance()), setting.mean) && found.most() > 0)
    leading = leading_directions(maps, {}, found.most());
  std::optional<Termination> early;
  while (found.wants_more()) {
    const Index c = found.count();
    if (c >= leading.variances.size() || !more_than_rounding(leading.variances[c], setting.mean)) {
      early = Termination::no_variance_left;
      break;
    }
    const Matrix& direction = leading.fields[static_cast<std::size_t>(c)];
    CurveAtStart line = line_along(direction, inner_products(maps, direction));
    Component component{.curve = std::move(line.curve), .times = std::move(line.times)};
    if (setting.optimal_maps) make_maps_optimal(setting.mean, found.box(), component);
    found.keep(std::move(component));
  }
  Analysis analysis = found.finish(early);
  analysis.shortfalls.unconverged_transports =
      std::max(analysis.shortfalls.unconverged_transports, maps.not_converged);
  if (!analysis.components.empty())
    analysis.tangent_explained = leading.variances.head(std::ssize(analysis.components)) / total;
  return analysis;
}

}  // namespace wpga
