#include "wpga/analysis/fit/start_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stop_token>

#include "analysis/ragged_families.hpp"
#include "wpga/analysis/cone/collinearity.hpp"
#include "wpga/analysis/cone/orthogonality.hpp"
#include "wpga/analysis/fit/certificates.hpp"
#include "wpga/analysis/fit/principal_geodesics.hpp"
#include "wpga/parallel/parallel_for.hpp"

namespace wpga {
namespace {

using test::mean_of_family;
using test::ragged_family;

struct Example {
  MeasureFamily family;
  Measure mean;
  GeodesicOptions options;
  TangentMaps maps;
};

Example example(Index count, std::uint64_t seed, CurveKind curve = CurveKind::generalized) {
  Example e{ragged_family(2, count, seed), {}, {}, {}};
  e.mean = mean_of_family(e.family, 10);
  e.options.curve = curve;
  FamilyCouplings couplings(e.family, {}, e.mean.weights);
  e.maps = tangent_maps(couplings.centered(e.mean.points), couplings, {});
  return e;
}

// A start is a curve that satisfies the constraints: optimal maps within 2 %, orthogonal to what was found.
TEST(StartSearch, EndsWithinTheConstraints) {
  for (const CurveKind curve : {CurveKind::generalized, CurveKind::geodesic}) {
    const Example e = example(12, 5, curve);
    StepSetting setting{e.mean, {}, leading_directions(e.maps, {}, 1).fields, 0, e.options};
    const GeneralizedGeodesic start = search_start(e.family, e.maps, {}, setting, {.threads = 1});
    EXPECT_GT(length(e.mean.weights, start), 0);
    const Certificates found = certify_curve(e.mean, start, setting.earlier, Orthogonality::each, {});
    EXPECT_LE(std::max(found.map_gap.backward, found.map_gap.forward), 0.02);
    EXPECT_LE(found.orthogonality, 1e-6);
    if (curve == CurveKind::geodesic) {
      EXPECT_LE(found.geodesic_gap, 0.02);
    }
  }
}

// Of more than 64 measures those that weigh are looked at: every other one counts nothing here, and moves
// across the others.
TEST(StartSearch, LooksAtTheMeasuresThatCount) {
  Random random(7);
  const Matrix base = test::cloud(random, 2, 8);
  MeasureFamily family;
  Vector lambda(128);
  for (Index i = 0; i < 128; ++i) {
    const bool counts = i % 2 == 0;
    const Vector shift = random.normal() * Vector::Unit(2, counts ? 0 : 1);
    const Matrix noise = 0.1 * test::cloud(random, 2, 8);
    family.append((base + noise).colwise() + shift, test::uniform(8), std::to_string(i));
    lambda[i] = counts ? 1 : 1e-7;
  }
  family.set_measure_weights(lambda);
  const Measure mean{base, test::uniform(8)};
  FamilyCouplings couplings(family, {}, mean.weights);
  const TangentMaps maps = tangent_maps(couplings.centered(base), couplings, {});
  const GeodesicOptions options;
  const StepSetting setting{mean, {}, {}, 0, options};
  const Matrix direction = search_start(family, maps, {}, setting, {.threads = 1}).direction();
  EXPECT_GT(direction.row(0).squaredNorm(), 0.9 * direction.squaredNorm());
}

// Clusters of a mean's atoms lead to the valley that all of its atoms lead to: for dumbbells that turn it
// lies far below the one where the leading axis of tangent PCA ends.
TEST(StartSearch, FindsValleysOnClustersOfManyAtoms) {
  Random random(11);
  MeasureFamily family;
  for (Index i = 0; i < 16; ++i) {
    const double angle = std::numbers::pi * static_cast<double>(i) / 16;
    Matrix points(2, 24);
    for (Index k = 0; k < 24; ++k) {
      const double side = k % 2 == 0 ? 1 : -1;
      points.col(k) = side * Vector{{std::cos(angle), std::sin(angle)}} + 0.15 * test::cloud(random, 2, 1);
    }
    family.append(points, test::uniform(24), std::to_string(i));
  }
  const Measure mean = mean_of_family(family, 120);
  GeodesicOptions options;
  options.components = 1;
  const auto reached = [&](CurveStart start) {
    options.start = start;
    return principal_geodesics(family, mean, {}, options, {.threads = 1}).components[0].mean_squared_distance;
  };
  EXPECT_LT(reached(CurveStart::automatic), 0.98 * reached(CurveStart::tangent));
}

// Two blobs, turned by up to 45 degrees either way: many valleys, of which blurred plans do not show the
// lowest.
MeasureFamily turned_dumbbells(std::uint64_t seed) {
  Random random(seed);
  Matrix blobs(2, 30);
  for (Index k = 0; k < 30; ++k)
    blobs.col(k) << (k < 15 ? 1.9 : -1.9) + 0.35 * random.normal(), 0.2 * random.normal();
  MeasureFamily family;
  for (Index i = 0; i < 24; ++i) {
    const double angle = std::numbers::pi / 4 * random.uniform(-1, 1);
    Matrix turn(2, 2);
    turn << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
    family.append(turn * blobs, test::uniform(30), std::to_string(i));
  }
  return family;
}

// Where there are many valleys the search looks into more of them: single axes alone end 1.4, 1.6 and 0.8 %
// above the best of twenty starts.
TEST(StartSearch, IsNearTheBestOfManyStartsWhereThereAreManyValleys) {
  double above = 0;
  for (const std::uint64_t seed : {2u, 4u, 5u}) {
    const MeasureFamily family = turned_dumbbells(seed);
    const Measure mean = mean_of_family(family, 20);
    const auto left = [&](int restarts) {
      GeodesicOptions options;
      options.components = 1;
      options.restarts = restarts;
      return principal_geodesics(family, mean, {}, options, {.threads = 1})
          .components[0]
          .mean_squared_distance;
    };
    above += (left(1) / left(20) - 1) / 3;
  }
  EXPECT_LT(above, 0.007);
}

// The search ends when it is asked to, not when it is done.
TEST(StartSearch, StopsWhenAsked) {
  const Example e = example(12, 6);
  const StepSetting setting{e.mean, {}, {}, 0, e.options};
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(search_start(e.family, e.maps, {}, setting, {.threads = 1, .stop = stop.get_token()}),
               Interrupted);
}

// A true geodesic satisfies every constraint and has no Ω: a penalised fit has no reason to end above it.
TEST(StartSearch, WithOmegaAreNoWorseThanTrueGeodesics) {
  for (std::uint64_t seed = 201; seed < 209; ++seed) {
    const MeasureFamily family = ragged_family(2, 10, seed);
    const Measure mean = mean_of_family(family, 12);
    GeodesicOptions options;
    options.components = 1;
    options.curve = CurveKind::geodesic;
    const double geodesic =
        principal_geodesics(family, mean, {}, options, {.threads = 1}).components[0].mean_squared_distance;
    options.curve = CurveKind::generalized;
    for (const double strength : {1.0, 1000.0}) {
      options.collinearity = strength;
      const Analysis found = principal_geodesics(family, mean, {}, options, {.threads = 1});
      const Component& component = found.components[0];
      EXPECT_LE(component.objective.back(), 1.01 * geodesic) << "seed " << seed << ", strength " << strength;
    }
  }
}

// Restarts compare what is minimised: distance and Ω together.
TEST(StartSearch, RestartsNeverRaiseThePenalisedObjective) {
  for (const std::uint64_t seed : {31, 32, 33, 34, 58}) {  // for 58 distance alone chooses another
    const MeasureFamily family = ragged_family(2, 10, seed);
    const Measure mean = mean_of_family(family, 9);
    GeodesicOptions options;
    options.components = 1;
    options.collinearity = 30;
    options.start = CurveStart::random;
    const auto penalised = [&] {
      const Analysis found = principal_geodesics(family, mean, {}, options, {.threads = 1});
      const Component& component = found.components[0];
      return component.mean_squared_distance +
             30 / found.variance * collinearity_penalty(mean.weights, component.curve.atoms());
    };
    const double one = penalised();
    options.restarts = 4;
    EXPECT_LE(penalised(), one) << "seed " << seed;
  }
}

// A random start descends from its own line: different seeds start differently, and not along the tangent.
TEST(StartSearch, RandomStartsStartWhereTheySay) {
  const MeasureFamily family = ragged_family(2, 20, 77);
  const Measure mean = mean_of_family(family, 12);
  const auto first = [&](CurveStart start, std::uint64_t seed) {
    GeodesicOptions options;
    options.components = 1;
    options.iterations = 1;
    options.start = start;
    options.seed = seed;
    const GeneralizedGeodesic curve =
        principal_geodesics(family, mean, {}, options, {.threads = 1}).components[0].curve.atoms();
    return Matrix(curve.direction() / length(mean.weights, curve));
  };
  const Matrix tangent = first(CurveStart::tangent, 1);
  double largest = 0;
  for (std::uint64_t seed = 1; seed < 6; ++seed)
    largest = std::max(largest,
                       1 - std::abs(inner_product(mean.weights, first(CurveStart::random, seed), tangent)));
  EXPECT_GT(largest, 0.3);
}

// Short descents may not end above the descent from the leading line by more than their own noise.
TEST(StartSearch, AutomaticStartsAreSeldomWorseThanTheTangent) {
  double automatic = 0, tangent = 0;
  for (std::uint64_t seed = 101; seed < 109; ++seed) {
    const MeasureFamily family = ragged_family(2, 12, seed);
    const Measure mean = mean_of_family(family, 15);
    const auto left = [&](CurveStart start) {
      GeodesicOptions options;
      options.components = 1;
      options.start = start;
      return 1 - principal_geodesics(family, mean, {}, options, {.threads = 1}).components[0].explained;
    };
    const double found = left(CurveStart::automatic), plain = left(CurveStart::tangent);
    EXPECT_LE(found, 1.02 * plain) << "seed " << seed;
    automatic += found;
    tangent += plain;
  }
  EXPECT_LT(automatic, tangent);
}

// Of more than 256 measures some judge between two starts; all of them fit.
TEST(StartSearch, OfManyMeasuresIsNoWorseThanTheTangentForAnyNumberOfThreads) {
  const MeasureFamily family = ragged_family(2, 300, 111);
  const Measure mean = mean_of_family(family, 8);
  const auto fitted = [&](CurveStart start, int threads) {
    GeodesicOptions options;
    options.components = 1;
    options.start = start;
    return principal_geodesics(family, mean, {}, options, {.threads = threads}).components[0];
  };
  const Component found = fitted(CurveStart::automatic, 1);
  EXPECT_LE(found.mean_squared_distance, 1.002 * fitted(CurveStart::tangent, 1).mean_squared_distance);
  EXPECT_EQ(fitted(CurveStart::automatic, 2).times, found.times);
}

}  // namespace
}  // namespace wpga
