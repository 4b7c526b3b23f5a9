#include "wpga/study/methods.hpp"

#include <algorithm>
#include <vector>

#include "wpga/analysis/analysis_unit.hpp"
#include "wpga/base/error.hpp"
#include "wpga/study/canonical_order.hpp"
#include "wpga/study/weightless.hpp"

namespace wpga {

namespace {

// Of several local minima the same one is found, however measures and atoms are ordered.
Analysis geodesics_in_any_order(const MeasureFamily& family, const Measure& mean,
                                const TransportOptions& transport, const GeodesicOptions& options,
                                const Execution& execution, const Checkpoints& checkpoints) {
  if (family.atoms() > most_atoms_in_canonical_order)
    return principal_geodesics(family, mean, transport, options, execution, checkpoints);
  const CanonicalFamily canonical = in_canonical_order(family);
  const std::vector<Index> atoms = canonical_order(mean.view());
  const Measure center{mean.points(Eigen::all, atoms), mean.weights(atoms)};
  return in_given_order(
      principal_geodesics(canonical.family, center, transport, options, execution, checkpoints),
      canonical.measures, atoms);
}

Analysis found_by(const MeasureFamily& family, const Measure& mean, const TransportOptions& transport,
                  const FitOptions& options, const Execution& execution, const Checkpoints& checkpoints) {
  switch (options.method) {
    case Method::geodesics:
      break;
    case Method::tangent:
      return tangent_analysis(family, mean, transport, options.tangent, execution);
    case Method::linear:
      return linear_analysis(family, mean, transport, options.linear, execution);
    case Method::template_deformation:
      return template_deformation(family, mean, transport, options.deformation, execution);
    case Method::line:
      return line_analysis(family, mean, transport, options.line, execution);
    case Method::euclidean:
      return euclidean_analysis(family, mean, transport, options.euclidean, execution);
    case Method::curve:
      return curve_analysis(family, mean, transport, options.curve, execution);
    case Method::gaussian:
      return gaussian_analysis(family, mean, transport, options.gaussian, execution);
    case Method::gaussian_geodesic:
      return gaussian_geodesic_analysis(family, mean, transport, options.gaussian_geodesic, execution);
  }
  return geodesics_in_any_order(family, mean, transport, options.geodesics, execution, checkpoints);
}

// A fit has converged if all of it has: else it ended as the first part that has not.
Analysis with_termination(Analysis analysis) {
  std::vector<Convergence> parts;
  if (analysis.together) parts.push_back(analysis.together->convergence);
  for (const Component& component : analysis.components) parts.push_back(component.convergence);
  const auto early = std::ranges::find_if_not(parts, &Convergence::converged);
  if (analysis.termination == Termination::converged && early != parts.end())
    analysis.termination = early->termination;
  return analysis;
}

}  // namespace

ProjectionOptions times_of(const FitOptions& options) {
  ProjectionOptions times;
  visit_options(options, [&](const auto& of_method) {
    if constexpr (requires { of_method.of; })
      times = of_method.of.times;
    else
      times = of_method.times;
  });
  return times;
}

Analysis analyse(const MeasureFamily& family, const Measure& mean, const FitOptions& given,
                 const Execution& execution, const Checkpoints& checkpoints) {
  require(family.count() > 0, "there are no measures to analyse");
  const FitOptions options = settled(given);
  if (const CountedMeasures measures = counted_measures(family); !measures.weightless.empty())
    return with_weightless(analyse(subset(family, measures.counted), mean, options, execution, checkpoints),
                           family, measures, options.transport, times_of(options), execution);
  return in_suitable_unit(
      family, mean, options.transport,
      [&](const MeasureFamily& measures, const Measure& center, const TransportOptions& transport) {
        return with_termination(found_by(measures, center, transport, options, execution, checkpoints));
      });
}

}  // namespace wpga
