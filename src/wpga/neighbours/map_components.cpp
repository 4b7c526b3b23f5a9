#include "wpga/neighbours/map_components.hpp"

#include <algorithm>
#include <chrono>

#include "wpga/analysis/component_goal.hpp"
#include "wpga/analysis/optimal_map.hpp"
#include "wpga/analysis/scoring.hpp"

namespace wpga {

namespace {

// The nearest pair of fields −V1, V2 in L²(mean) that optimal maps within the box have.
GeneralizedGeodesic with_optimal_maps(const Measure& mean, const GeneralizedGeodesic& curve,
                                      const std::optional<SpaceBox>& box) {
  constexpr double map_tolerance = 5e-4;
  const QuadraticModel nearness{mean.weights, Matrix::Identity(2, 2), {-curve.backward, curve.forward}, 0};
  const Fields still(2, Matrix::Zero(curve.dimension(), curve.size()));
  const FieldBox bounds = field_box(box, mean.points, 2);
  const Fields ends = OptimalMapProgram(mean).minimise(nearness, {}, bounds, still, map_tolerance).fields;
  return {-ends[0], ends[1]};
}

}  // namespace

Vector squared_distances_to(const Measure& mean, FamilyCouplings& couplings, const Execution& execution) {
  return tangent_maps(couplings.centred(mean.points), couplings, execution).squared_distances;
}

Analysis map_components(const TangentMaps& maps, const MapSetting& setting, FamilyCouplings& couplings,
                        const Execution& execution) {
  const MeasureFamily& family = couplings.family();
  const ComponentGoal goal = component_goal(setting.options.components, family.count());
  Analysis analysis{.mean = setting.mean, .squared_distances = setting.squared_distances};
  analysis.variance = weighted_mean(family, setting.squared_distances);
  const std::optional<SpaceBox> box = box_named(setting.options.box, family, setting.mean);
  std::vector<Matrix> earlier;
  const double total = squared_size(maps);
  TangentDirections leading;
  if (more_than_rounding(std::min(total, analysis.variance), setting.mean) && goal.components > 0)
    leading = leading_directions(maps, {}, goal.components);
  for (Index c = 0; c < goal.components; ++c) {
    if (c >= leading.variances.size()) {
      analysis.termination = Termination::no_variance_left;
      break;
    }
    const auto began = std::chrono::steady_clock::now();
    const Matrix& direction = leading.fields[static_cast<std::size_t>(c)];
    CurveAtStart line = line_along(direction, inner_products(maps, direction));
    if (setting.optimal_maps) line.curve = with_optimal_maps(setting.mean, line.curve, box);
    Component component{.curve = std::move(line.curve), .times = std::move(line.times)};
    score(component,
          {setting.mean, analysis.variance, earlier, Orthogonality::each, box, setting.options.times},
          couplings, execution);
    component.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    earlier.push_back(component.curve.direction());
    analysis.components.push_back(std::move(component));
    if (goal.share > 1) continue;
    score_jointly(analysis, couplings, execution);
    if (analysis.components.back().cumulative >= goal.share) break;
  }
  const auto found = static_cast<Index>(analysis.components.size());
  if (found == 0) return analysis;
  if (goal.share > 1) score_jointly(analysis, couplings, execution);
  analysis.tangent_explained = leading.variances.head(found) / total;
  return analysis;
}

}  // namespace wpga
