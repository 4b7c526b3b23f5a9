#include "wpga/neighbours/methods.hpp"

#include "wpga/analysis/analysis_unit.hpp"
#include "wpga/base/error.hpp"
#include "wpga/neighbours/weightless.hpp"

namespace wpga {

namespace {

template <class Options>
void share(const GeodesicOptions& from, Options& to) {
  if constexpr (requires { to.of; }) {
    to.of = {from.components, from.box, from.times};
  } else {
    to.components = from.components;
    to.times = from.times;
    if constexpr (requires { to.box; }) to.box = from.box;
  }
  if constexpr (requires { to.seed; }) to.seed = from.seed;
}

Analysis found_by(const MeasureFamily& family, const Measure& mean, const TransportOptions& transport,
                  const MethodOptions& options, const Execution& execution, const Checkpoints& checkpoints) {
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
  }
  return principal_geodesics(family, mean, transport, options.geodesics, execution, checkpoints);
}

ProjectionOptions times_of(const MethodOptions& options) {
  ProjectionOptions times;
  visit_options(options, [&](const auto& of_method) {
    if constexpr (requires { of_method.of; })
      times = of_method.of.times;
    else
      times = of_method.times;
  });
  return times;
}

}  // namespace

MethodOptions with_shared_options(MethodOptions options) {
  const GeodesicOptions& from = options.geodesics;
  share(from, options.tangent);
  share(from, options.linear);
  share(from, options.deformation);
  share(from, options.line);
  share(from, options.euclidean);
  share(from, options.curve);
  share(from, options.gaussian);
  // Curves have no share to stop at: beside other methods one of them will do.
  const bool alone = options.method == Method::curve;
  if (!alone && from.components && *from.components < 1) options.curve.components.reset();
  return options;
}

Analysis analyse(const MeasureFamily& family, const Measure& mean, const TransportOptions& transport,
                 const MethodOptions& options, const Execution& execution, const Checkpoints& checkpoints) {
  require(family.count() > 0, "there are no measures to analyse");
  if (const CountedMeasures measures = counted_measures(family); !measures.weightless.empty())
    return with_weightless(
        analyse(subset(family, measures.counted), mean, transport, options, execution, checkpoints), family,
        measures, transport, times_of(options), execution);
  return in_suitable_unit(family, mean, [&](const MeasureFamily& measures, const Measure& center) {
    return found_by(measures, center, transport, options, execution, checkpoints);
  });
}

}  // namespace wpga
