// Everything that can be asked of a fit.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "wpga/analysis/fit/principal_geodesics.hpp"
#include "wpga/neighbours/histograms/curve.hpp"
#include "wpga/neighbours/histograms/euclidean.hpp"
#include "wpga/neighbours/line/line.hpp"
#include "wpga/neighbours/maps/gaussian.hpp"
#include "wpga/neighbours/maps/gaussian_geodesic.hpp"
#include "wpga/neighbours/maps/linear.hpp"
#include "wpga/neighbours/maps/tangent.hpp"
#include "wpga/neighbours/maps/template.hpp"
#include "wpga/study/alignment.hpp"
#include "wpga/study/find_mean.hpp"

namespace wpga {

enum class Method {
  geodesics,
  tangent,
  linear,
  template_deformation,
  line,
  euclidean,
  curve,
  gaussian,
  gaussian_geodesic
};
constexpr std::array<std::string_view, 9> names(Method) {
  return {"geodesics", "tangent", "linear",   "template",         "line",
          "euclidean", "curve",   "gaussian", "gaussian-geodesic"};
}

struct BootstrapOptions {
  int bootstrap = 0;
  std::uint64_t seed = 1;

  static constexpr auto list() {
    using O = BootstrapOptions;
    return Listing{option("bootstrap", &O::bootstrap,
                          "times that the measures are drawn again with replacement, and mean and "
                          "components fitted again, for the spread of the shares",
                          between(0, 1e6)),
                   option("seed", &O::seed, "seed of the random numbers")};
  }
};
static_assert(lists_every_member<BootstrapOptions>);

// What is asked beside the components (study/statistics).
struct StatisticsOptions {
  int folds = 0;
  int noise_splits = 0;
  bool robust = false;
  bool groups = false;
  int permutations = 999;
  int learn_from = 0;

  static constexpr auto list() {
    using O = StatisticsOptions;
    return Listing{
        option("folds", &O::folds,
               "parts of the family, each held out once from mean and components, which are then measured on "
               "it; 0: none; `components` auto asks for 5",
               at_least(0)),
        option(
            "noise-splits", &O::noise_splits,
            "times that every cloud of samples is split into halves, for the share of the variance that is "
            "sampling noise",
            at_least(0)),
        option(
            "robust", &O::robust,
            "a bounded loss of the distances instead of their squares: measures far off mean and components "
            "lose their weight"),
        option("groups", &O::groups,
               "test whether labels have the same mean, and how far they separate the scores"),
        option("permutations", &O::permutations,
               "times that labels and columns about the measures are shuffled in their tests", at_least(1)),
        option("learn-from", &O::learn_from,
               "fit mean and components to so many measures, drawn at random, then place, certify and score "
               "all of them; halves of the sample tell the error of every share; 0: fit to all",
               at_least(0))};
  }
};
static_assert(lists_every_member<StatisticsOptions>);

// The options of the mean and of all methods; of the latter only those of `method` are read.
struct FitOptions {
  // These, where given, for whichever method; `seed` for every draw.
  std::optional<ComponentsAsked> components;
  Method method = Method::geodesics;
  std::optional<BoxChoice> box;
  std::optional<ProjectionOptions> times;
  std::optional<std::uint64_t> seed;

  MeanOptions mean;
  TransportOptions transport;
  BootstrapOptions bootstrap;
  StatisticsOptions statistics;
  AlignOptions alignment;
  bool choose_components = false;  // `components` auto: as many as help on measures held out

  GeodesicOptions geodesics;
  TangentOptions tangent;
  LinearOptions linear;
  TemplateOptions deformation;
  LineOptions line;
  EuclideanOptions euclidean;
  CurveOptions curve;
  GaussianOptions gaussian;
  GaussianGeodesicOptions gaussian_geodesic;
};

// visitor(method, options) for every method and the options that are its own.
template <class AnyFitOptions, class Visitor>
void for_each_method(AnyFitOptions& options, Visitor&& visitor) {
  visitor(Method::geodesics, options.geodesics);
  visitor(Method::tangent, options.tangent);
  visitor(Method::linear, options.linear);
  visitor(Method::template_deformation, options.deformation);
  visitor(Method::line, options.line);
  visitor(Method::euclidean, options.euclidean);
  visitor(Method::curve, options.curve);
  visitor(Method::gaussian, options.gaussian);
  visitor(Method::gaussian_geodesic, options.gaussian_geodesic);
}

// visitor(options) with the options of the chosen method.
template <class AnyFitOptions, class Visitor>
void visit_options(AnyFitOptions& options, Visitor&& visitor) {
  for_each_method(options, [&](Method method, auto& own) {
    if (method == options.method) visitor(own);
  });
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
