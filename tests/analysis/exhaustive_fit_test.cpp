#include "analysis/exhaustive_fit.hpp"

#include <gtest/gtest.h>

#include "wpga/analysis/fit/principal_geodesics.hpp"
#include "wpga/barycenters/free_support.hpp"

namespace wpga {
namespace {

using test::TinyProblem;
using test::TinyShape;

GeodesicOptions to_the_end() {
  GeodesicOptions options;
  options.components = 1;
  options.restarts = 10;
  options.tolerance = 1e-10;
  options.iterations = 1000;
  options.map_tolerance = 1e-8;
  options.times.time_tolerance = 1e-9;
  return options;
}

// A Wasserstein mean of its own in place of a random one.
TinyProblem around_its_mean(TinyProblem problem) {
  problem.mean = free_support_mean(problem.family, problem.mean, {}, {.tolerance = 1e-9}).measure;
  return problem;
}

struct Compared {
  double above;   // what was found beyond the least, relative to the variance
  double proven;  // Σ λ_i lower bounds beyond the least of the same curve: never positive
};

Compared compared(const TinyProblem& problem, const GeodesicOptions& options,
                  const TransportOptions& transport = {}) {
  const Analysis analysis =
      principal_geodesics(problem.family, problem.mean, transport, options, {.threads = 1});
  const Component& component = analysis.components.at(0);
  const double least = test::ExhaustiveFit(problem, options.maps == MapRule::optimal).least();
  double on_curve = 0;
  for (Index i = 0; i < problem.family.count(); ++i)
    on_curve += problem.family.measure_weight(i) *
                test::least_on_curve(test::plan_views(problem.mean.weights, problem.family[i]), problem.mean,
                                     component.curve.atoms());
  return {(component.mean_squared_distance - least) / analysis.variance,
          (weighted_mean(problem.family, component.lower_bounds) - on_curve) / analysis.variance};
}

// On the line the plans of monotone maps never change, and the best curve is found whatever the start.
TEST(ExhaustiveFit, OnTheLineIsReached) {
  GeodesicOptions options = to_the_end();
  options.restarts = 1;
  for (const TinyShape& shape :
       {TinyShape{1, 3, 3, 3, true}, {1, 4, 3, 4, true}, {1, 3, 3, 4, false}, {1, 4, 2, 3, false}})
    for (std::uint64_t seed = 1; seed < 4; ++seed) {
      const Compared one = compared(test::tiny_problem(shape, seed), options);
      EXPECT_NEAR(one.above, 0, 1e-8) << shape << ", seed " << seed;
      EXPECT_LE(one.proven, 1e-9) << shape << ", seed " << seed;
    }
}

// In the plane there are local minima, so what is found lies above the least, but not far; below it would be
// a wrong number.
TEST(ExhaustiveFit, InThePlaneIsNeverPassedAndNearlyReached) {
  for (const TinyShape& shape : {TinyShape{2, 2, 3, 2, true},
                                 {2, 3, 3, 3, true},
                                 {2, 2, 3, 4, false},
                                 {2, 3, 2, 4, false},
                                 {2, 4, 2, 4, false},
                                 {2, 3, 3, 2, false}}) {
    double sum = 0;
    for (std::uint64_t seed = 1; seed < 6; ++seed)
      for (const TinyProblem& problem :
           {test::tiny_problem(shape, seed), around_its_mean(test::tiny_problem(shape, seed))}) {
        const Compared one = compared(problem, to_the_end());
        EXPECT_GE(one.above, -1e-7) << shape << ", seed " << seed;
        EXPECT_LE(one.above, 0.12) << shape << ", seed " << seed;
        EXPECT_LE(one.proven, 1e-9) << shape << ", seed " << seed;
        sum += one.above / 10;
      }
    EXPECT_LE(sum, 0.03) << shape;
  }
}

// The least over all plans of what a line without constraints leaves, in closed form.
TEST(ExhaustiveFit, OfFreeMapsIsNeverPassed) {
  GeodesicOptions options = to_the_end();
  options.maps = MapRule::free;
  for (const TinyShape& shape :
       {TinyShape{1, 3, 3, 3, true}, {2, 3, 3, 3, true}, {2, 3, 3, 3, false}, {2, 3, 2, 4, false}})
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
      const Compared one = compared(test::tiny_problem(shape, seed), options);
      EXPECT_GE(one.above, -1e-9) << shape << ", seed " << seed;
      EXPECT_LE(one.proven, 1e-9) << shape << ", seed " << seed;
    }
}

// Whatever finds the curve, its distances are those of plans that exist.
TEST(ExhaustiveFit, IsNeverPassedByEntropicPlansOrThePaper) {
  for (const TinyShape& shape : {TinyShape{2, 2, 3, 2, true}, {2, 3, 3, 3, true}, {2, 2, 3, 4, false}})
    for (std::uint64_t seed = 1; seed < 4; ++seed) {
      const TinyProblem problem = test::tiny_problem(shape, seed);
      GeodesicOptions options = to_the_end();
      options.restarts = 2;
      const Compared entropic = compared(problem, options, {.transport = TransportMethod::entropic});
      EXPECT_GE(entropic.above, -1e-7) << shape << ", seed " << seed;
      EXPECT_LE(entropic.proven, 1e-9) << shape << ", seed " << seed;
      options.algorithm = FitAlgorithm::paper;
      options.iterations = 20;
      options.tolerance = 1e-3;
      const Compared paper = compared(problem, options);
      EXPECT_GE(paper.above, -1e-7) << shape << ", seed " << seed;
      EXPECT_LE(paper.proven, 1e-9) << shape << ", seed " << seed;
    }
}

}  // namespace
}  // namespace wpga
