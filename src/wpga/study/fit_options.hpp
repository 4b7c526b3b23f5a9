// Everything that can be asked of a fit.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "wpga/analysis/fit/principal_geodesics.hpp"
#include "wpga/neighbours/histograms/curve.hpp"
#include "wpga/neighbours/histograms/euclidean.hpp"
#include "wpga/neighbours/line/line.hpp"
#include "wpga/neighbours/maps/gaussian.hpp"
#include "wpga/neighbours/maps/linear.hpp"
#include "wpga/neighbours/maps/tangent.hpp"
#include "wpga/neighbours/maps/template.hpp"
#include "wpga/study/find_mean.hpp"

namespace wpga {

enum class Method { geodesics, tangent, linear, template_deformation, line, euclidean, curve, gaussian };
constexpr std::array<std::string_view, 8> names(Method) {
  return {"geodesics", "tangent", "linear", "template", "line", "euclidean", "curve", "gaussian"};
}

struct BootstrapOptions {
  int bootstrap = 0;
  std::uint64_t seed = 1;

  static constexpr auto list() {
    using O = BootstrapOptions;
    return std::tuple{option("bootstrap", &O::bootstrap,
                             "times that the measures are drawn again with replacement, and mean and "
                             "components fitted again, for the spread of the shares",
                             at_least(0)),
                      option("seed", &O::seed, "seed of the random numbers")};
  }
};
static_assert(lists_every_member<BootstrapOptions>);

// The options of the mean and of all methods; of the latter only those of `method` are read.
struct FitOptions {
  // These, where given, for whichever method; `seed` for every draw.
  std::optional<double> components;
  Method method = Method::geodesics;
  std::optional<std::string> box;
  std::optional<ProjectionOptions> times;
  std::optional<std::uint64_t> seed;

  MeanOptions mean;
  TransportOptions transport;
  BootstrapOptions bootstrap;

  GeodesicOptions geodesics;
  TangentOptions tangent;
  LinearOptions linear;
  TemplateOptions deformation;
  LineOptions line;
  EuclideanOptions euclidean;
  CurveOptions curve;
  GaussianOptions gaussian;
};

// visitor(options) with the options of the chosen method.
template <class AnyFitOptions, class Visitor>
void visit_options(AnyFitOptions& options, Visitor&& visitor) {
  switch (options.method) {
    case Method::geodesics:
      return visitor(options.geodesics);
    case Method::tangent:
      return visitor(options.tangent);
    case Method::linear:
      return visitor(options.linear);
    case Method::template_deformation:
      return visitor(options.deformation);
    case Method::line:
      return visitor(options.line);
    case Method::euclidean:
      return visitor(options.euclidean);
    case Method::curve:
      return visitor(options.curve);
    case Method::gaussian:
      return visitor(options.gaussian);
  }
}

// The options with what is given for every method moved to its place in each.  Principal curves cannot stop
// at a share of the variance: as options.method they are given it and refuse it, beside other methods they
// are not.
FitOptions settled(FitOptions options);

// Throws InputError for an option of the chosen method, of transport or of the bootstrap that breaks its
// rule.
void validate_chosen(const FitOptions& options);

// "method" and the options of that method.
OptionValues method_values(const FitOptions& options);

}  // namespace wpga
