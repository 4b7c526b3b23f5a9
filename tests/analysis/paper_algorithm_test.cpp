#include "wpga/analysis/fit/paper_algorithm.hpp"

#include <gtest/gtest.h>

#include "analysis/ragged_families.hpp"
#include "analysis/random_families.hpp"
#include "wpga/analysis/cone/optimal_map.hpp"
#include "wpga/analysis/cone/orthogonality.hpp"
#include "wpga/analysis/fit/principal_geodesics.hpp"

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
  const Component found = paper_component(couplings.centered(mean.points), {half, half}, couplings,
                                          *coupled_search(couplings), setting, {.threads = 1});
  EXPECT_NEAR(found.objective[0], (0.25 + 0 + 0 + 0 + 0.25) / 5, 1e-9);
  // ∇_2 = (2/5) Σ t (Z_t − T): −0.5 for the last, 0 for the one at ½ and the fourth; a half step of it.
  const double expected = 0.5 - 0.25 * 2 * (1 * (0.5 - 1)) / 5;
  EXPECT_NEAR(found.curve.atoms().forward(0, 0), expected, 1e-9);
  EXPECT_NEAR(found.curve.atoms().backward(0, 0), expected, 1e-9);
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
  const CenteredPoints centered = couplings.centered(mean.points);
  const Component found =
      paper_component(centered, test::random_curve(random, 2, 7), couplings,
                      *entropic_search(couplings, centered, transport.sinkhorn), setting, {.threads = 1});
  EXPECT_LT(map_gap(mean, found.curve.atoms().forward), 1e-9);
  EXPECT_LT(map_gap(mean, -found.curve.atoms().backward), 1e-9);
}

// Earlier directions of the barycentric projection are not quite orthogonal to each other; the span counts.
TEST(PaperAlgorithm, ProjectsOffTheSpanOfEarlierDirectionsThatAreNotOrthogonal) {
  Random random(7);
  const MeasureFamily family = test::random_family(random, 8, 2, 6);
  const Measure mean = test::random_mean(random, 2, 7);
  GeodesicOptions options;
  options.iterations = 2;
  options.maps = MapRule::free;
  FamilyCouplings couplings(family, {}, mean.weights);
  const Matrix first = test::normal_matrix(random, 2, 7);
  const Matrix second = first + 0.5 * test::normal_matrix(random, 2, 7);
  const std::vector<Matrix> earlier = {first, second, 2 * first - second};
  const StepSetting setting{mean, std::nullopt, earlier, 0.1, options};
  const Component found = paper_component(couplings.centered(mean.points), test::random_curve(random, 2, 7),
                                          couplings, *coupled_search(couplings), setting, {.threads = 1});
  EXPECT_GT(length(mean.weights, found.curve.atoms()), 0.1);
  EXPECT_LT(orthogonality_gap(mean.weights, found.curve.atoms(), earlier, Orthogonality::each), 1e-12);
}

// Gradient steps far beyond the inverse of the largest eigenvalue run away.
TEST(PaperAlgorithm, KeepsTheLowestCurveWhenStepsAreTooLong) {
  Random random(9);
  const MeasureFamily family = test::random_family(random, 8, 2, 6);
  const Measure mean = test::random_mean(random, 2, 7);
  GeodesicOptions options;
  options.iterations = 50;
  options.step = 100;
  options.maps = MapRule::free;
  FamilyCouplings couplings(family, {}, mean.weights);
  const GeneralizedGeodesic start = test::random_curve(random, 2, 7);
  const StepSetting setting{mean, std::nullopt, {}, 0, options};
  const Component found = paper_component(couplings.centered(mean.points), start, couplings,
                                          *coupled_search(couplings), setting, {.threads = 1});
  EXPECT_EQ(found.convergence.termination, Termination::no_progress);
  EXPECT_LT(found.convergence.iterations, 50);
  EXPECT_EQ(found.curve.atoms().forward, start.forward);
}

TEST(PaperAlgorithm, IsNoBetterThanTheStandardOneFromTheSameStart) {
  const MeasureFamily family = test::ragged_family(2, 20, 43);
  const Measure mean = test::mean_of_family(family, 12);
  GeodesicOptions options;
  options.components = 1;
  const double ours =
      principal_geodesics(family, mean, {}, options, {.threads = 1}).components[0].mean_squared_distance;
  options.algorithm = FitAlgorithm::paper;
  options.iterations = 30;
  const Analysis paper = principal_geodesics(family, mean, {}, options, {.threads = 1});
  EXPECT_LT(ours, 1.005 * paper.components[0].mean_squared_distance);  // local minima apart
  EXPECT_LE(paper.components[0].certificates.map_gap.backward, 1e-9);
  EXPECT_LE(paper.components[0].certificates.map_gap.forward, 1e-9);
}

}  // namespace
}  // namespace wpga
