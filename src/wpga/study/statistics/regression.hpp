// Geodesic regression: a curve through the mean whose time is a function of a covariate (Fletcher 2013, here
// on generalized geodesics of measures).  docs/regression.md
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "wpga/analysis/fit/principal_geodesics.hpp"

namespace wpga {

// linear: time is proportional to the covariate.  monotone: any function that never falls.
enum class TimeRule { linear, monotone };
constexpr std::array<std::string_view, 2> names(TimeRule) { return {"linear", "monotone"}; }

struct RegressionOptions {
  TimeRule time = TimeRule::linear;
  int permutations = 999;
  std::uint64_t seed = 1;
  double tolerance = 5e-5;
  int iterations = 100;

  static constexpr auto list() {
    using O = RegressionOptions;
    return Listing{
        option("time", &O::time,
               "time on the curve as a function of the covariate: linear, or monotone: any that never falls"),
        option("permutations", &O::permutations,
               "times that the covariate is shuffled for the test that it means nothing", at_least(1)),
        option("seed", &O::seed, "seed of the random numbers"),
        option("tolerance", &O::tolerance, "relative fall of the objective in one iteration that ends it",
               at_least(0)),
        option("iterations", &O::iterations, "most iterations", at_least(1))};
  }
};
static_assert(lists_every_member<RegressionOptions>);

struct Regression {
  Vector covariate;        // N
  Vector knots;            // values of the covariate, rising
  Vector knot_times;       // times on the curve there; linear between, constant beyond
  double r_squared = 0;    // 1 − Σ λ W2²(curve at the time of its covariate, μ_i) / variance
  double r_squared_p = 0;  // chance of as much where the covariate means nothing

  static constexpr auto list() {
    using O = Regression;
    return Listing{
        option("covariate", &O::covariate, "value of each measure"),
        option("knots", &O::knots, "values of the covariate, rising"),
        option("knot_times", &O::knot_times, "times on the curve at the knots, linear between"),
        option("r_squared", &O::r_squared, "share of the variance that the curve explains at these times"),
        option("r_squared_p", &O::r_squared_p, "chance of as much where the covariate means nothing")};
  }
};
static_assert(lists_every_member<Regression>);

// Time on the curve for a value of the covariate.
double time_for(const Regression& regression, double value);

struct RegressionFit {
  Analysis analysis;  // one component, its times those of the covariate and not the nearest ones
  Regression regression;
};

// The curve of optimal maps from the mean that minimises Σ λ_i W2²(g_{t(x_i)}, μ_i), by majorise–minimise as
// for principal geodesics, the times being those of the covariate; the objective never rises with exact
// couplings. `covariate` is finite, N numbers.  Throws InputError when it does not vary or there are fewer
// than 3 measures.
RegressionFit geodesic_regression(const MeasureFamily& family, const Measure& mean, const Vector& covariate,
                                  const TransportOptions& transport, const GeodesicOptions& curves,
                                  const RegressionOptions& options, const Execution& execution = {});

// The non-decreasing numbers nearest to `values` in the order of `covariate`, which may have ties (pool
// adjacent violators, Ayer et al. 1955).
Vector nearest_monotone(const Vector& covariate, const Vector& values, const Vector& weights);

}  // namespace wpga
