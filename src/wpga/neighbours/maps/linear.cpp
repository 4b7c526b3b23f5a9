#include "wpga/neighbours/maps/linear.hpp"

#include "wpga/measures/quantize.hpp"
#include "wpga/neighbours/maps/map_components.hpp"

namespace wpga {

namespace {

// Takes the average field away from all of them and returns it.
Matrix center_fields(TangentMaps& maps) {
  Vector average = Vector::Zero(maps.coordinates.rows());
  for (Index i = 0; i < maps.coordinates.cols(); ++i)
    average += maps.measure_weights[i] * maps.coordinates.col(i).cast<double>();
  for (Index i = 0; i < maps.coordinates.cols(); ++i)
    maps.coordinates.col(i) = (maps.coordinates.col(i).cast<double>() - average).cast<float>();
  return maps.field(average);
}

}  // namespace

Measure pooled_template(const MeasureFamily& family, int atoms, std::uint64_t seed) {
  Vector weights = family.weights();
  const auto offsets = family.offsets();
  for (Index i = 0; i < family.count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    weights.segment(offsets[at], offsets[at + 1] - offsets[at]) *= family.measure_weight(i);
  }
  return quantize(family.points(), weights, Random(seed), {.colors = atoms}).measure;
}

Analysis linear_analysis(const MeasureFamily& family, const Measure& mean, const TransportOptions& transport,
                         const LinearOptions& options, const Execution& execution) {
  validate(options);
  const int atoms = options.template_atoms.value_or(static_cast<int>(mean.size()));
  const Measure reference = pooled_template(family, atoms, options.seed);
  FamilyCouplings couplings(family, transport, reference.weights);
  TangentMaps maps = whole_tangent_maps(couplings.centered(reference.points), couplings, execution);
  const Measure center{reference.points + center_fields(maps), reference.weights};
  return map_components(maps, {center, transport, options.of}, couplings, execution);
}

}  // namespace wpga
