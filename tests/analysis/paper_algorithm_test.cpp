#include "wpga/analysis/paper_algorithm.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"
#include "wpga/analysis/optimal_map.hpp"
#include "wpga/analysis/orthogonality.hpp"

namespace wpga {
namespace {

// One step of size β on translates with exact plans: V − β ∇ by hand.
TEST(PaperAlgorithm, TakesTheGradientStepOfThePaper) {
  Random random(3);
  const Measure cloud = test::uniform_mean(random, 2, 6);
  Matrix shifts(2, 5);
  shifts << -1, -0.5, 0, 0.5, 1, 0, 0, 0, 0, 0;
  const MeasureFamily family = test::translates(cloud, shifts);
  const Measure mean{cloud.points, cloud.weights};
  GeodesicOptions options;
  options.iterations = 1;
  options.tolerance = 0;
  options.step = 0.5;
  options.times.grid = 5;  // 0, ¼, ½, ¾, 1
  TransportOptions transport;
  transport.transport = TransportMethod::exact;
  FamilyCouplings couplings(family, transport, mean.weights);
  // The curve runs over half the range: shifts from −½ to ½, nearest times 0, 0, ½, 1, 1.
  const Vector right = Vector::Unit(2, 0);
  const Matrix half = 0.5 * right.replicate(1, 6);
  const StepSetting setting{mean, std::nullopt, {}, 0, options};
  const Component found =
      paper_component(couplings.centred(mean.points), {half, half}, couplings, setting, {.threads = 1});
  EXPECT_NEAR(found.objective[0], (0.25 + 0 + 0 + 0 + 0.25) / 5, 1e-9);
  // ∇_2 = (2/5) Σ t (Z_t − T): −0.5 for the last, 0 for the one at ½ and the fourth; a half step of it.
  const double expected = 0.5 - 0.25 * 2 * (1 * (0.5 - 1)) / 5;
  EXPECT_NEAR(found.curve.forward(0, 0), expected, 1e-9);
  EXPECT_NEAR(found.curve.backward(0, 0), expected, 1e-9);
}

TEST(PaperAlgorithm, LeavesOptimalMaps) {
  Random random(5);
  const MeasureFamily family = test::random_family(random, 8, 2, 6);
  const Measure mean = test::random_mean(random, 2, 7);
  GeodesicOptions options;
  options.iterations = 6;
  TransportOptions transport;
  transport.transport = TransportMethod::entropic;
  FamilyCouplings couplings(family, transport, mean.weights);
  const StepSetting setting{mean, std::nullopt, {}, 0.1, options};
  const Component found = paper_component(couplings.centred(mean.points), test::random_curve(random, 2, 7),
                                          couplings, setting, {.threads = 1});
  EXPECT_LT(map_gap(mean, found.curve.forward), 1e-9);
  EXPECT_LT(map_gap(mean, -found.curve.backward), 1e-9);
}

}  // namespace
}  // namespace wpga
