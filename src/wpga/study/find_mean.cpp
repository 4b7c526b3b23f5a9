#include "wpga/study/find_mean.hpp"

#include <fmt/format.h>

#include "wpga/barycenters/exact_mean.hpp"
#include "wpga/barycenters/starting_support.hpp"
#include "wpga/base/error.hpp"
#include "wpga/study/canonical_order.hpp"
#include "wpga/study/model.hpp"
#include "wpga/transport/distances.hpp"

namespace wpga {

namespace {

Matrix first_atoms(const MeasureFamily& family, const MeanOptions& options) {
  if (options.from) return options.from->points;
  const Measure pool = atoms_to_begin_with(family);
  const FreeSupportOptions& atoms = options.free;
  return starting_support(pool, atoms.start, support_size(pool, atoms.support), Random(atoms.seed)).points;
}

void validate_all(const MeanOptions& options) {
  validate(options.free);
  validate(options.fixed);
  validate(options.program);
  validate(options.multimarginal);
  validate(options.sliced);
}

Mean mean_by(MeanMethod method, const MeasureFamily& family, const MeanOptions& options,
             const TransportOptions& transport, const Execution& execution) {
  switch (method) {
    case MeanMethod::exact:
      return exact_mean(family, execution);
    case MeanMethod::automatic:
    case MeanMethod::free:
      if (!options.from) return free_support_mean(family, transport, options.free, execution);
      return free_support_mean(family, *options.from, transport, options.free, execution);
    case MeanMethod::fixed:
      if (!options.from && !options.free.support && options.free.start == SupportStart::kmeans &&
          lives_on_grid(family))
        return grid_mean(family, options.fixed, execution);
      return fixed_support_mean(family, first_atoms(family, options), options.fixed, execution);
    case MeanMethod::lp:
      return linear_program_mean(family, first_atoms(family, options), options.program, execution);
    case MeanMethod::multimarginal:
      return multimarginal_mean(family, options.multimarginal, execution);
    case MeanMethod::sliced:
      break;
  }
  return sliced_mean(family, first_atoms(family, options), options.sliced, execution);
}

}  // namespace

bool begins_with_atoms(MeanMethod method) {
  return method == MeanMethod::free || method == MeanMethod::fixed || method == MeanMethod::lp ||
         method == MeanMethod::sliced;
}

MeanMethod mean_method(const MeasureFamily& family, const MeanOptions& options,
                       const TransportOptions& transport) {
  if (options.method != MeanMethod::automatic) return options.method;
  FreeSupportOptions untouched;
  untouched.seed = options.free.seed;
  const bool asked = options.from || values_of(options.free) != values_of(untouched) ||
                     transport.transport == TransportMethod::entropic || transport.mass == MassRule::free;
  return !asked && exact_mean_is_cheap(family) ? MeanMethod::exact : MeanMethod::free;
}

Mean find_mean(const MeasureFamily& family, const MeanOptions& options, const TransportOptions& transport,
               const Execution& execution) {
  validate_all(options);
  require_measures(family);
  require(!options.from || options.from->dimension() == family.dimension(),
          fmt::format("the first atoms of the mean have {} coordinates, those of the measures {}",
                      options.from ? options.from->dimension() : 0, family.dimension()));
  validate_mass(transport);
  const MeanMethod method = mean_method(family, options, transport);
  require(
      transport.mass == MassRule::fixed || method == MeanMethod::free,
      fmt::format("`mass` free is for means with free atoms; the method {} moves all mass", name_of(method)));
  if (family.atoms() > most_atoms_in_canonical_order)
    return mean_by(method, family, options, transport, execution);
  // The order of the measures decides nothing, however the first atoms are drawn.
  const CanonicalFamily canonical = in_canonical_order(family);
  return in_given_order(mean_by(method, canonical.family, options, transport, execution), canonical.measures);
}

Mean find_mean_again(const MeasureFamily& drawn, const Measure& near, const MeanOptions& options,
                     const TransportOptions& transport, const Execution& execution) {
  if (options.method == MeanMethod::free)
    return free_support_mean(drawn, near, transport, options.free, execution);
  return find_mean(drawn, options, transport, execution);
}

void measure_about(Mean& mean, const MeasureFamily& family, const TransportOptions& transport,
                   const Execution& execution) {
  if (transport.mass == MassRule::fixed) {
    measure_distances(mean, family, execution);
    return;
  }
  MeasureFamily alone;
  alone.append(mean.measure.view(), "mean");
  const DistanceMatrix found = distance_matrix(alone, family, transport, execution);
  mean.squared_distances = found.upper.row(0);
  mean.variance = weighted_mean(family, mean.squared_distances);
  mean.unconverged_transports += found.not_converged;
  mean.contradictions += found.contradictions;
}

OptionValues mean_values(MeanMethod method, const MeanOptions& options, const TransportOptions& transport,
                         const std::string& prefix) {
  OptionValues all;
  all.set("method", value_of(method));
  if (method == MeanMethod::free) {
    all.set(values_of(options.free));
    all.set(values_of(transport));
  } else if (!options.from && begins_with_atoms(method)) {
    const OptionValues atoms = values_of(options.free);
    for (const char* name : {"support", "start", "seed"}) all.set(name, *atoms.find(name));
  }
  if (method == MeanMethod::fixed) all.set(values_of(options.fixed));
  if (method == MeanMethod::lp) all.set(values_of(options.program));
  if (method == MeanMethod::multimarginal) all.set(values_of(options.multimarginal));
  if (method == MeanMethod::sliced) all.set(values_of(options.sliced));
  OptionValues named;
  for (const auto& [name, value] : all) named.set(name == "support" ? name : prefix + name, value);
  return named;
}

Model model_of(const Mean& mean, const MeasureFamily& family, OptionValues options) {
  Model model = model_of(Analysis{.mean = mean.measure,
                                  .squared_distances = mean.squared_distances,
                                  .variance = mean.variance,
                                  .variance_lower_bound = mean.variance_lower_bound,
                                  .scored_by = mean.scored_by,
                                  .shortfalls = {.unconverged_transports = mean.unconverged_transports,
                                                 .contradictions = mean.contradictions}},
                         family, std::move(options));
  model.mean_convergence = mean.convergence;
  return model;
}

}  // namespace wpga
