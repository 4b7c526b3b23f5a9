// The first principal geodesic is at least as good as the first component of tangent PCA on the cone where it
// starts there, as it never rises; where a start is searched for, it ends as low but for what tells two
// valleys apart.
#include <gtest/gtest.h>

#include "analysis/random_families.hpp"
#include "wpga/analysis/fit/principal_geodesics.hpp"
#include "wpga/barycenters/free_support.hpp"
#include "wpga/neighbours/maps/tangent.hpp"
#include "wpga/synthetic/synthetic.hpp"

namespace wpga {
namespace {

constexpr std::array<std::uint64_t, 4> seeds = {1, 2, 3, 4};

// Both in the same box, if there is one.  Within the fit's own tolerance, a relative fall of
// the objective, and that of the times.
void expect_no_worse(const MeasureFamily& family, int support) {
  const Measure mean = free_support_mean(family, {}, {.support = support}, {.threads = 1}).measure;
  GeodesicOptions geodesics;
  geodesics.components = 1;
  geodesics.times.time_tolerance = 1e-6;
  TangentOptions tangents;
  tangents.of.components = 1;
  tangents.of.times = geodesics.times;
  tangents.cone = true;
  const Analysis on_cone = tangent_analysis(family, mean, {}, tangents, {.threads = 1});
  const double objective = on_cone.components.at(0).mean_squared_distance;
  const double slack = geodesics.times.time_tolerance * on_cone.variance;
  const auto fitted = [&](CurveStart start) {
    geodesics.start = start;
    const Analysis found = principal_geodesics(family, mean, {}, geodesics, {.threads = 1});
    return found.components.at(0).mean_squared_distance;
  };
  EXPECT_LE(fitted(CurveStart::tangent), objective * (1 + geodesics.tolerance) + slack);
  EXPECT_LE(fitted(CurveStart::automatic), objective * (1 + 1e-3) + slack);
}

TEST(GeodesicsAndTangent, OnSyntheticFamilies) {
  for (const Pattern pattern :
       {Pattern::glyphs, Pattern::ellipses, Pattern::gaussians, Pattern::translations, Pattern::bells})
    for (const std::uint64_t seed : seeds) {
      SCOPED_TRACE(std::string(name_of(pattern)) + " " + std::to_string(seed));
      expect_no_worse(synthetic_family(pattern, {.count = 14, .size = 16, .atoms = 20, .seed = seed}).family,
                      16);
    }
}

TEST(GeodesicsAndTangent, OnRandomCloudsInAnyDimension) {
  for (const Index dimension : {1, 2, 3, 5})
    for (const std::uint64_t seed : seeds) {
      SCOPED_TRACE(std::to_string(dimension) + " " + std::to_string(seed));
      Random random(10 * seed + static_cast<std::uint64_t>(dimension));
      expect_no_worse(test::random_family(random, 12, dimension, 9), 14);
    }
}

// Few measures with few atoms have many local minima.  (Alone: with leave to stand at the mean instead, the
// curve that passes it farther away may gain more.)
TEST(GeodesicsAndTangent, OnTinyFamilies) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    MeasureFamily family;
    const Index count = 6 + random.below(3);
    for (Index i = 0; i < count; ++i) {
      const Measure cloud = test::random_mean(random, 2, 3 + random.below(6));
      family.append(cloud.view(), std::to_string(i));
    }
    expect_no_worse(family, static_cast<int>(family.atoms()));
  }
}

// Colours in the unit cube, in darker and brighter pictures.
TEST(GeodesicsAndTangent, OnPalettes) {
  for (const std::uint64_t seed : seeds) {
    SCOPED_TRACE(seed);
    Random random(seed);
    MeasureFamily family;
    for (int i = 0; i < 16; ++i) {
      const double shade = 0.4 * random.uniform();
      const Matrix colors = Matrix::NullaryExpr(3, 12, [&] { return shade + 0.6 * random.uniform(); });
      family.append(colors, test::random_weights(random, 12), std::to_string(i));
    }
    family.set_space({.kind = Kind::palette});
    expect_no_worse(family, 16);
  }
}

}  // namespace
}  // namespace wpga
