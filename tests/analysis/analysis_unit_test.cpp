#include "wpga/analysis/analysis_unit.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/random_families.hpp"
#include "wpga/analysis/fit/principal_geodesics.hpp"
#include "wpga/base/error.hpp"

namespace wpga {
namespace {

struct Example {
  MeasureFamily family;
  Measure mean;
};

Example example(double unit, double place = 0) {
  Random random(3);
  Example e{test::random_family(random, 9, 2, 10), test::random_mean(random, 2, 7)};
  MeasureFamily scaled;
  for (Index i = 0; i < e.family.count(); ++i)
    scaled.append((e.family[i].points.array() + place) * unit, e.family[i].weights, std::to_string(i));
  scaled.set_measure_weights(e.family.measure_weights());
  return {scaled, {(e.mean.points.array() + place) * unit, e.mean.weights}};
}

std::vector<GeodesicOptions> variants() {
  GeodesicOptions plain;
  plain.components = 2;
  std::vector<GeodesicOptions> all(5, plain);
  all[1].curve = CurveKind::geodesic;
  all[2].curve = CurveKind::translation;
  all[3].collinearity = 1;  // of degree four in lengths
  all[4].algorithm = FitAlgorithm::paper;
  return all;
}

// Everything scales with the data; powers of two change no digit, however far.
TEST(AnalysisUnit, PrincipalGeodesicsAreInvariantUnderPowersOfTwo) {
  for (const GeodesicOptions& options : variants()) {
    const Example e = example(1);
    const Analysis near = principal_geodesics(e.family, e.mean, {}, options, {.threads = 1});
    ASSERT_EQ(near.components.size(), 2u);
    for (const int exponent : {-455, -332, -31, 31, 332, 455}) {
      const double unit = std::ldexp(1.0, exponent);
      const Example there = example(unit);
      const Analysis far = principal_geodesics(there.family, there.mean, {}, options, {.threads = 1});
      ASSERT_EQ(far.components.size(), 2u) << exponent;
      EXPECT_EQ(far.variance, near.variance * unit * unit);
      EXPECT_EQ(far.mean.points, near.mean.points * unit);
      EXPECT_EQ(far.joint_squared_distances, near.joint_squared_distances * unit * unit);
      EXPECT_EQ(far.tangent_explained, near.tangent_explained);
      for (std::size_t c = 0; c < 2; ++c) {
        const Component &here = near.components[c], &out = far.components[c];
        EXPECT_EQ(out.explained, here.explained) << exponent;
        EXPECT_EQ(out.times, here.times);
        EXPECT_EQ(out.scores, here.scores * unit);
        EXPECT_EQ(out.curve.atoms().forward, here.curve.atoms().forward * unit);
        EXPECT_EQ(out.lower_bounds, here.lower_bounds * unit * unit);
        EXPECT_EQ(out.certificates.geodesic_gap, here.certificates.geodesic_gap);
        if (here.interval) {
          EXPECT_EQ((*out.interval)[1], (*here.interval)[1] * unit);
        }
        if (!here.objective.empty()) {
          EXPECT_EQ(out.objective.back(), here.objective.back() * unit * unit);
        }
      }
    }
  }
}

TEST(AnalysisUnit, PrincipalGeodesicsAreInvariantUnderScaleAndShift) {
  GeodesicOptions options;
  options.components = 2;
  const Example e = example(1);
  const Analysis near = principal_geodesics(e.family, e.mean, {}, options, {.threads = 1});
  for (const double unit : {1e-100, 1e-20, 3.0, 1e20, 1e100})
    for (const double place : {0.0, 50.0}) {
      const Example there = example(unit, place);
      const Analysis far = principal_geodesics(there.family, there.mean, {}, options, {.threads = 1});
      EXPECT_NEAR(far.variance / unit / unit, near.variance, 1e-9 * near.variance);
      ASSERT_EQ(far.components.size(), 2u);
      for (std::size_t c = 0; c < 2; ++c)
        EXPECT_NEAR(far.components[c].explained, near.components[c].explained, 1e-6) << unit;
    }
}

// A box is given in the units of the data.
TEST(AnalysisUnit, ABoxKeepsItsPlace) {
  GeodesicOptions options;
  options.components = 1;
  options.box = BoxChoice::within(-4e60, 4e60);
  const Example e = example(1e60);
  const Analysis found = principal_geodesics(e.family, e.mean, {}, options, {.threads = 1});
  const Component& component = found.components.front();
  for (const double time : {0.0, 1.0})
    EXPECT_LE(points_at(found.mean.points, component.curve.atoms(), time).cwiseAbs().maxCoeff(), 4.0001e60);
  options.box = BoxChoice::within(-1e59, 1e59);
  try {
    principal_geodesics(e.family, e.mean, {}, options, {.threads = 1});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("e+60"), std::string::npos) << error.what();
  }
}

// A state is kept in the unit of the fit, but for the mean.
TEST(AnalysisUnit, AFitGoesOnFarAway) {
  const Example e = example(1e80);
  GeodesicOptions options;
  options.components = 2;
  std::vector<FitState> states;
  const Checkpoints keeping{.save = [&](const FitState& state) { states.push_back(state); }, .seconds = 0};
  const Analysis straight = principal_geodesics(e.family, e.mean, {}, options, {.threads = 1}, keeping);
  ASSERT_GT(states.size(), 3u);
  for (FitState& state : states) {
    state.analysis.mean = e.mean;
    const Checkpoints going_on{.resume = &state};
    const Analysis resumed = principal_geodesics(e.family, e.mean, {}, options, {.threads = 1}, going_on);
    EXPECT_EQ(resumed.mean.points, straight.mean.points);
    EXPECT_EQ(resumed.joint_squared_distances, straight.joint_squared_distances);
    EXPECT_EQ(resumed.components[1].curve.atoms().forward, straight.components[1].curve.atoms().forward);
  }
}

TEST(AnalysisUnit, RefusesLengthsWhoseSquaresLeaveTheRange) {
  for (const double unit : {1e-310, 1e-160, 1e150, 1e300}) {
    const Example e = example(unit);
    EXPECT_THROW(principal_geodesics(e.family, e.mean, {}, {}, {.threads = 1}), InputError) << unit;
  }
}

}  // namespace
}  // namespace wpga
