// Every method by its name: principal geodesics and their neighbours.
#pragma once

#include <array>
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

namespace wpga {

enum class Method { geodesics, tangent, linear, template_deformation, line, euclidean, curve, gaussian };
constexpr std::array<std::string_view, 8> names(Method) {
  return {"geodesics", "tangent", "linear", "template", "line", "euclidean", "curve", "gaussian"};
}

// The options of all methods; only those of `method` are read.
struct MethodOptions {
  Method method = Method::geodesics;
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
template <class AnyMethodOptions, class Visitor>
void visit_options(AnyMethodOptions& options, Visitor&& visitor) {
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

// What all methods are asked alike (components, box, times, seed), taken from the options of the geodesics.
// Principal curves cannot stop at a share of the variance: as options.method they are given it and refuse it,
// beside other methods they are not.
MethodOptions with_shared_options(MethodOptions options);

// The analysis that the chosen method makes.  Checkpoints concern principal geodesics alone: the others take
// seconds.  Throws InputError for data that the method is not made for, as --method line off the line.
Analysis analyse(const MeasureFamily& family, const Measure& mean, const TransportOptions& transport,
                 const MethodOptions& options, const Execution& execution = {},
                 const Checkpoints& checkpoints = {});

}  // namespace wpga
