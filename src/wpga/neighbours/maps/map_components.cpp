#include "wpga/neighbours/maps/map_components.hpp"

#include <algorithm>
#include <chrono>

#include "wpga/analysis/cone/cone_program.hpp"
#include "wpga/analysis/fit/component_goal.hpp"
#include "wpga/analysis/fit/scoring.hpp"

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
  const MeasureFamily& family = couplings.family();
  const ComponentGoal goal = component_goal(setting.options.components, family.count());
  Analysis analysis{.mean = setting.mean};
  analysis.shortfalls.unconverged_transports = maps.not_converged;
  ScoreCouplings scores(couplings, setting.transport);
  score_mean(analysis, scores.get(), execution);
  const std::optional<SpaceBox> box = box_named(setting.options.box, family, setting.mean);
  std::vector<Matrix> earlier;
  const double total = squared_size(maps);
  TangentDirections leading;
  if (more_than_rounding(std::min(total, analysis.variance), setting.mean) && goal.components > 0)
    leading = leading_directions(maps, {}, goal.components);
  for (Index c = 0; c < goal.components; ++c) {
    if (c >= leading.variances.size() || !more_than_rounding(leading.variances[c], setting.mean)) {
      analysis.termination = Termination::no_variance_left;
      break;
    }
    const auto began = std::chrono::steady_clock::now();
    const Matrix& direction = leading.fields[static_cast<std::size_t>(c)];
    CurveAtStart line = line_along(direction, inner_products(maps, direction));
    Component component{.curve = std::move(line.curve), .times = std::move(line.times)};
    if (setting.optimal_maps) make_maps_optimal(setting.mean, box, component);
    score(component,
          {setting.mean, analysis.variance, earlier, Orthogonality::each, box, setting.options.times, false,
           analysis.variance_lower_bound},
          scores.get(), execution);
    component.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    earlier.push_back(component.curve.atoms().direction());
    analysis.components.push_back(std::move(component));
    if (goal.share > 1) continue;
    score_jointly(analysis, scores.get(), execution);
    if (analysis.components.back().cumulative >= goal.share) break;
  }
  const auto found = static_cast<Index>(analysis.components.size());
  if (found == 0) return analysis;
  if (goal.share > 1) score_jointly(analysis, scores.get(), execution);
  analysis.tangent_explained = leading.variances.head(found) / total;
  return analysis;
}

}  // namespace wpga
