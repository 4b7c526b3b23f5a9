#include "wpga/analysis/fit/geodesic_step.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"
#include "wpga/analysis/cone/collinearity.hpp"
#include "wpga/analysis/fit/certificates.hpp"

namespace wpga {
namespace {

TEST(GeodesicStep, LowersTheModelAmongTrueGeodesics) {
  for (std::uint64_t seed = 21; seed < 25; ++seed) {
    Random random(seed);
    const Measure mean = test::random_mean(random, 2, 9);
    const QuadraticModel model{mean.weights,
                               (Matrix(2, 2) << 0.4, 0.15, 0.15, 0.3).finished(),
                               {test::normal_matrix(random, 2, 9), test::normal_matrix(random, 2, 9)},
                               3};
    GeodesicOptions options;
    options.curve = CurveKind::geodesic;
    const StepSetting setting{mean, std::nullopt, {}, 0, options};
    const std::unique_ptr<CurveStep> step = make_curve_step(mean, options);
    const Matrix direction = model.linear[1];
    const Fields first = step->start({-0.4 * direction, 0.6 * direction}, setting);
    EXPECT_LE(geodesic_gap(mean, curve_between(first)), options.map_tolerance);
    const Fields ends = step->step(model, first, setting);
    EXPECT_LE(model.value(ends), model.value(first));
    EXPECT_LE(geodesic_gap(mean, curve_between(ends)), options.map_tolerance + 1e-12);
    EXPECT_LT(collinearity_gap(mean.weights, curve_between(ends)), 1e-9);
  }
}

// With maps that are free to do anything the best line is known: for fields −s0 d, s1 d of one atom the model
// is a quadratic function of s0 and s1, whose minimum has its own centre, not that of the start.
TEST(GeodesicStep, MovesTheCentre) {
  const Measure mean{Matrix::Zero(1, 1), Vector::Constant(1, 1)};
  GeodesicOptions options;
  options.curve = CurveKind::geodesic;
  const StepSetting setting{mean, std::nullopt, {}, 0, options};
  const std::unique_ptr<CurveStep> step = make_curve_step(mean, options);
  const QuadraticModel model{mean.weights,
                             (Matrix(2, 2) << 0.5, 0, 0, 0.5).finished(),
                             {Matrix::Constant(1, 1, -0.5), Matrix::Constant(1, 1, 1.5)},
                             10};
  Fields ends = step->start({Matrix::Constant(1, 1, -1), Matrix::Constant(1, 1, 1)}, setting);
  for (int k = 0; k < 10; ++k) ends = step->step(model, ends, setting);
  EXPECT_NEAR(ends[0](0, 0), -1, 1e-3);
  EXPECT_NEAR(ends[1](0, 0), 3, 1e-2);
}

// Two atoms that walk through each other: y ∓ s meet at s = 1, and id + s v is optimal exactly before.
TEST(GeodesicStep, OptimalMapsEndWhereAtomsMeet) {
  const Measure mean{Matrix{{-1, 1}}, Vector::Constant(2, 0.5)};
  const Matrix field{{1, -1}};
  const std::array<double, 2> interval = optimal_interval(mean, field, 10, 1e-9);
  EXPECT_EQ(interval[0], -10);  // apart they may go on for ever
  EXPECT_NEAR(interval[1], 1, 1e-4);
}

}  // namespace
}  // namespace wpga
