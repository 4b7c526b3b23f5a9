#include "wpga/analysis/fit/curve_step.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"
#include "wpga/analysis/cone/collinearity.hpp"
#include "wpga/analysis/cone/optimal_map.hpp"
#include "wpga/analysis/fit/geodesic_step.hpp"

namespace wpga {
namespace {

using test::normal_matrix;

// What a fit might ask of one step: wild targets, one earlier component.
struct Example {
  Random random;
  Measure mean;
  QuadraticModel model;
  std::vector<Matrix> earlier;

  explicit Example(std::uint64_t seed) : random(seed), mean(test::random_mean(random, 2, 9)) {
    model = {mean.weights,
             (Matrix(2, 2) << 0.4, 0.15, 0.15, 0.3).finished(),
             {normal_matrix(random, 2, 9), normal_matrix(random, 2, 9)},
             3};
    earlier = {normal_matrix(random, 2, 9)};
  }
};

double penalised(const QuadraticModel& model, const Fields& ends, double penalty) {
  return model.value(ends) + penalty * collinearity_penalty(model.weights, curve_between(ends));
}

TEST(CurveStep, LowersTheModelAndKeepsEveryConstraint) {
  for (const double penalty : {0.0, 0.5})
    for (std::uint64_t seed = 1; seed < 5; ++seed) {
      const Example e(seed);
      GeodesicOptions options;
      const StepSetting setting{e.mean, SpaceBox{Vector::Constant(2, -4), Vector::Constant(2, 4)}, e.earlier,
                                penalty, options};
      const std::unique_ptr<CurveStep> step = make_curve_step(e.mean, options);
      const Fields first = step->start(e.model.linear, setting);
      const Fields ends = step->step(e.model, first, setting);
      EXPECT_LT(penalised(e.model, ends, penalty), penalised(e.model, first, penalty));
      for (const Matrix& end : ends) {
        EXPECT_LE(map_gap(e.mean, end), options.map_tolerance);
        EXPECT_LE((e.mean.points + end).cwiseAbs().maxCoeff(), 4 + 1e-9);
      }
      EXPECT_LT(orthogonality_gap(e.mean.weights, curve_between(ends), e.earlier, Orthogonality::each), 1e-9);
    }
}

// The projection of a field onto a convex set: nearest(u) is feasible, and feasible fields stay.
TEST(CurveStep, NearestIsFeasibleAndKeepsWhatIsFeasible) {
  for (std::uint64_t seed = 1; seed < 5; ++seed) {
    const Example e(seed);
    GeodesicOptions options;
    const StepSetting setting{e.mean, std::nullopt, e.earlier, 0, options};
    const std::unique_ptr<CurveStep> step = make_curve_step(e.mean, options);
    const Fields ends = step->nearest(e.model.linear, setting);
    for (const Matrix& end : ends) EXPECT_LE(map_gap(e.mean, end), options.map_tolerance);
    const Fields again = step->nearest(ends, setting);
    for (std::size_t a = 0; a < 2; ++a) {
      EXPECT_GT(squared_norm(e.mean.weights, ends[a]), 0);
      EXPECT_LT((again[a] - ends[a]).norm(), 0.05 * ends[a].norm());
    }
  }
}

// Lines have no Ω, are reached by optimal maps, and each step lowers the model among them.
TEST(CurveStep, CollinearStepsStayOnLinesOfOptimalMaps) {
  for (std::uint64_t seed = 1; seed < 5; ++seed) {
    const Example e(seed);
    GeodesicOptions options;
    const StepSetting setting{e.mean, std::nullopt, e.earlier, 1e3, options};
    const std::unique_ptr<CurveStep> step = make_collinear_step(e.mean, options.maps);
    const Matrix direction = e.model.linear[1];
    Fields line = step->nearest({-0.5 * direction, 0.5 * direction}, setting);
    double last = e.model.value(line);
    for (int k = 0; k < 4; ++k) {
      line = step->step(e.model, line, setting);
      EXPECT_EQ(step->unfinished, 0);
      EXPECT_LE(e.model.value(line), last);
      last = e.model.value(line);
      EXPECT_LT(collinearity_penalty(e.mean.weights, curve_between(line)), 1e-18);
      for (const Matrix& end : line) EXPECT_LE(map_gap(e.mean, end), options.map_tolerance);
      EXPECT_LT(orthogonality_gap(e.mean.weights, curve_between(line), e.earlier, Orthogonality::each), 1e-9);
    }
  }
}

TEST(CurveStep, WithFreeMapsReachesTheMinimiser) {
  const Example e(11);
  GeodesicOptions options;
  options.maps = MapRule::free;
  const StepSetting setting{e.mean, std::nullopt, {}, 0, options};
  const std::unique_ptr<CurveStep> step = make_curve_step(e.mean, options);
  Fields ends = step->start(e.model.linear, setting);
  for (int k = 0; k < 4; ++k) ends = step->step(e.model, ends, setting);  // a pull of 1e-3 each time
  const Fields expected = e.model.minimiser();
  for (std::size_t a = 0; a < 2; ++a) EXPECT_TRUE(ends[a].isApprox(expected[a], 1e-6));
}

}  // namespace
}  // namespace wpga
