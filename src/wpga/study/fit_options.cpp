#include "wpga/study/fit_options.hpp"

#include <fmt/format.h>

#include "wpga/base/error.hpp"

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

// Methods that do not know free mass refuse it, instead of silently moving all mass.
void require_free_mass_is_known(const FitOptions& options) {
  const bool geodesics = options.method == Method::geodesics;
  require(geodesics || options.method == Method::tangent,
          fmt::format("`mass` free is for the methods geodesics and tangent; {} moves all mass",
                      name_of(options.method)));
  require(!geodesics || (options.geodesics.algorithm == FitAlgorithm::standard &&
                         options.geodesics.curve != CurveKind::translation),
          "`mass` free is for the standard algorithm, and not for translations, which move all mass");
  require(options.alignment.align == Alignment::none,
          "`mass` free and `align` exclude each other: an alignment moves all mass");
  require(options.statistics.noise_splits == 0,
          "`noise-splits` measures noise with all mass moved, which `mass` free does not");
}

}  // namespace

FitOptions settled(FitOptions options) {
  const FitOptions given = options;
  for_each_method(options, [&](Method, auto& own) { put_in_place(given, own); });
  if (given.seed) options.mean.free.seed = options.mean.sliced.seed = options.bootstrap.seed = *given.seed;
  // Principal curves cannot stop at a share of the variance: beside other methods one curve is fitted.
  const bool alone = options.method == Method::curve;
  if (!alone && given.components && given.components->share()) options.curve.components.reset();
  options.components.reset();
  options.box.reset();
  options.times.reset();
  options.seed.reset();
  return options;
}

void validate_chosen(const FitOptions& options) {
  visit_options(options, [](const auto& chosen) { validate(chosen); });
  validate(options.transport);
  validate_mass(options.transport);
  if (options.transport.mass == MassRule::free) require_free_mass_is_known(options);
  validate(options.bootstrap);
  validate(options.statistics);
  require(options.statistics.folds != 1, "`folds` 1 would leave nothing to fit to; ask for two or more");
}

OptionValues method_values(const FitOptions& options) {
  OptionValues all;
  all.set("method", value_of(options.method));
  visit_options(options, [&](const auto& chosen) { all.set(values_of(chosen)); });
  return all;
}

}  // namespace wpga
