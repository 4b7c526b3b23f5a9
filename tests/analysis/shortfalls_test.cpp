// What stops early inside a fit, or cannot be true, reaches its result.
#include <gtest/gtest.h>

#include "analysis/random_families.hpp"
#include "wpga/analysis/fit/principal_geodesics.hpp"
#include "wpga/analysis/fit/scoring.hpp"
#include "wpga/analysis/fit/tangent_maps.hpp"

namespace wpga {
namespace {

struct Example {
  MeasureFamily family;
  Measure mean;
};

// Wild enough that the first minimisers leave the cone.
Example clouds() {
  Random random(21);
  MeasureFamily family;
  for (int i = 0; i < 8; ++i)
    family.append(test::normal_matrix(random, 2, 25), Vector::Ones(25), std::to_string(i));
  return {family, test::uniform_mean(random, 2, 25)};
}

Shortfalls of(const Analysis& analysis) {
  Shortfalls all = analysis.shortfalls;
  all += analysis.joint_shortfalls;
  for (const Component& component : analysis.components) all += component.shortfalls;
  return all;
}

TEST(Shortfalls, AreNoneInASoundFit) {
  const Example e = clouds();
  for (const CurveKind curve : {CurveKind::generalized, CurveKind::geodesic, CurveKind::translation})
    EXPECT_FALSE(of(principal_geodesics(e.family, e.mean, {}, {.components = 2, .curve = curve})).any());
}

TEST(Shortfalls, CountStepsThatEndedBeforeTheMinimum) {
  const Example e = clouds();
  const Analysis analysis =
      principal_geodesics(e.family, e.mean, {}, {.components = 1, .cone_iterations = 1});
  EXPECT_GT(analysis.components[0].shortfalls.unfinished_cone_steps, 0);
  EXPECT_LT(analysis.components[0].certificates.map_gap.forward, 1e-12);
}

// Plans from the mean, plans of the descent: each of them is heard.
TEST(Shortfalls, CountTransportProblemsThatStoppedEarly) {
  const Example e = clouds();
  const TransportOptions hasty{.transport = TransportMethod::entropic,
                               .sinkhorn = {.marginal_tolerance = 1e-9, .iterations = 1}};
  for (const FitAlgorithm algorithm : {FitAlgorithm::standard, FitAlgorithm::paper}) {
    const Analysis analysis = principal_geodesics(e.family, e.mean, hasty,
                                                  {.components = 1, .algorithm = algorithm, .iterations = 3});
    EXPECT_EQ(analysis.shortfalls.unconverged_transports, 8);
    EXPECT_GE(analysis.components[0].shortfalls.unconverged_transports, 8);
  }
}

// Plans of the search and of a trial that was given up are no part of the result: three trial passes of the
// start that was kept, and as many iterations.
TEST(Shortfalls, CountOnlyWhatLedToTheCurve) {
  const Example e = clouds();
  const TransportOptions hasty{.transport = TransportMethod::entropic,
                               .sinkhorn = {.marginal_tolerance = 1e-9, .iterations = 1}};
  for (const int iterations : {1, 3}) {
    const Analysis analysis = principal_geodesics(
        e.family, e.mean, hasty, {.components = 1, .tolerance = 0, .iterations = iterations});
    const Index passes = 3 + static_cast<Index>(analysis.components[0].objective.size()) + 1;
    EXPECT_LE(analysis.components[0].shortfalls.unconverged_transports, 8 * passes);
  }
}

// Maps and distances come from one set of plans: a plan from the mean is counted once.
TEST(Shortfalls, CountAPlanFromTheMeanOnce) {
  const Example e = clouds();
  FamilyCouplings couplings(
      e.family,
      {.transport = TransportMethod::entropic, .sinkhorn = {.marginal_tolerance = 1e-9, .iterations = 1}},
      e.mean.weights);
  Analysis analysis{.mean = e.mean};
  analysis.shortfalls.unconverged_transports =
      tangent_maps(couplings.centered(e.mean.points), couplings, {}).not_converged;
  ASSERT_EQ(analysis.shortfalls.unconverged_transports, 8);
  score_mean(analysis, couplings, {});
  EXPECT_EQ(analysis.shortfalls.unconverged_transports, 8);
}

TEST(Shortfalls, IncrementsSumToWhatAllExplainTogether) {
  const Example e = clouds();
  const Analysis analysis = principal_geodesics(e.family, e.mean, {}, {.components = 4});
  double sum = 0;
  for (const Component& component : analysis.components) {
    sum += component.increment;
    EXPECT_GE(component.increment, 0);
    EXPECT_NEAR(sum, component.cumulative, 1e-12);
  }
}

}  // namespace
}  // namespace wpga
