#include "wpga/analysis/geodesic_step.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"
#include "wpga/analysis/certificates.hpp"
#include "wpga/analysis/collinearity.hpp"

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
