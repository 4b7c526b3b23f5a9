#include "wpga/study/fit_options.hpp"

namespace wpga {

namespace {

template <class Options>
void put_in_place(const FitOptions& given, Options& to) {
  if constexpr (requires { to.of; }) {
    put_in_place(given, to.of);
  } else {
    if (given.components) to.components = given.components;
    if (given.times) to.times = *given.times;
    if constexpr (requires { to.box; })
      if (given.box) to.box = *given.box;
  }
  if constexpr (requires { to.seed; })
    if (given.seed) to.seed = *given.seed;
}

}  // namespace

FitOptions settled(FitOptions options) {
  const FitOptions given = options;
  put_in_place(given, options.geodesics);
  put_in_place(given, options.tangent);
  put_in_place(given, options.linear);
  put_in_place(given, options.deformation);
  put_in_place(given, options.line);
  put_in_place(given, options.euclidean);
  put_in_place(given, options.curve);
  put_in_place(given, options.gaussian);
  put_in_place(given, options.gaussian_geodesic);
  if (given.seed) options.mean.free.seed = options.mean.sliced.seed = options.bootstrap.seed = *given.seed;
  // Curves have no share to stop at: beside other methods one of them will do.
  const bool alone = options.method == Method::curve;
  if (!alone && given.components && *given.components < 1) options.curve.components.reset();
  options.components.reset();
  options.box.reset();
  options.times.reset();
  options.seed.reset();
  return options;
}

void validate_chosen(const FitOptions& options) {
  visit_options(options, [](const auto& chosen) { validate(chosen); });
  validate(options.transport);
  validate(options.bootstrap);
  validate(options.statistics);
}

OptionValues method_values(const FitOptions& options) {
  OptionValues all;
  all.set("method", value_of(options.method));
  visit_options(options, [&](const auto& chosen) { all.set(values_of(chosen)); });
  return all;
}

}  // namespace wpga
