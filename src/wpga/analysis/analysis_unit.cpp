#include "wpga/analysis/analysis_unit.hpp"

namespace wpga {

namespace {

void multiply_lengths(Component& component, double factor) {
  const double square = factor * factor;
  component.squared_distances *= square;
  component.lower_bounds *= square;
  component.mean_squared_distance *= square;
  if (component.finish)
    for (double& value : *component.finish) value *= square;
  if (component.curve.changes_weights()) {
    component.curve.weights().points *= factor;
    return;
  }
  component.curve.atoms().backward *= factor;
  component.curve.atoms().forward *= factor;
  component.scores *= factor;
  for (double& value : component.objective) value *= square;
  if (component.interval)
    for (double& end : *component.interval) end *= factor;
}

}  // namespace

void multiply_lengths(Analysis& analysis, double factor) {
  analysis.mean.points *= factor;
  analysis.squared_distances *= factor * factor;
  analysis.variance *= factor * factor;
  if (analysis.variance_lower_bound) *analysis.variance_lower_bound *= factor * factor;
  analysis.joint_squared_distances *= factor * factor;
  if (analysis.together)
    for (double& value : analysis.together->objective) value *= factor * factor;
  for (Component& component : analysis.components) multiply_lengths(component, factor);
}

}  // namespace wpga
