// Whatever plans a method works with, what is reported of its curves are exact distances where these are
// affordable.
#include <gtest/gtest.h>

#include "analysis/random_families.hpp"
#include "wpga/barycenters/mean.hpp"
#include "wpga/study/methods.hpp"
#include "wpga/study/project.hpp"
#include "wpga/transport/displacement.hpp"

namespace wpga {
namespace {

struct Example {
  MeasureFamily family;
  Measure mean;
};

Example example(Index dimension) {
  Random random(31);
  const MeasureFamily family = test::random_family(random, 6, dimension, 9);
  return {family, test::uniform_mean(random, dimension, 8)};
}

Analysis by(Method method, const Example& e, const TransportOptions& transport) {
  FitOptions options;
  options.method = method;
  options.components = 2;
  options.transport = transport;
  return analyse(e.family, e.mean, options, {.threads = 1});
}

class ExactScores : public ::testing::TestWithParam<Method> {};

TEST_P(ExactScores, OfEntropicPlans) {
  const Method method = GetParam();
  const Example e = example(method == Method::line ? 1 : 2);
  const Analysis found =
      by(method, e, {.transport = TransportMethod::entropic, .sinkhorn = {.regularization = 0.3}});
  EXPECT_EQ(found.scored_by, TransportMethod::exact);
  Mean mean{.measure = found.mean};
  measure_distances(mean, e.family, {});
  EXPECT_NEAR(found.variance, mean.variance, 1e-9 * mean.variance);
  ASSERT_FALSE(found.components.empty());
  double before = 0;
  for (std::size_t k = 0; k < found.components.size(); ++k) {
    const Component& component = found.components[k];
    for (Index i = 0; i < e.family.count(); ++i) {
      const Measure place = measure_at(found, std::array{k}, std::array{component.times[i]});
      const double exact =
          couple(place.view(), e.family[i], {.transport = TransportMethod::exact}).value.primal;
      EXPECT_LE(exact, component.squared_distances[i] + 1e-9 * mean.variance);
      EXPECT_LE(component.squared_distances[i],
                exact + (component.certificates.time_gap + 1e-9) * mean.variance);
    }
    EXPECT_LE(component.certificates.time_gap, 1.01e-4);
    EXPECT_NEAR(component.explained_interval[0], component.explained, 1e-9);
    EXPECT_GE(component.explained_interval[1], component.explained_interval[0]);
    EXPECT_LE(component.explained_interval[1], 1);
    EXPECT_NEAR(component.increment, component.cumulative - before, 1e-12);
    before = component.cumulative;
    EXPECT_EQ(component.shortfalls.contradictions, 0);
  }
  EXPECT_EQ(found.ceiling.has_value(), !found.components[0].curve.changes_weights());
}

INSTANTIATE_TEST_SUITE_P(AllMethods, ExactScores,
                         ::testing::Values(Method::geodesics, Method::tangent, Method::linear,
                                           Method::template_deformation, Method::line, Method::euclidean,
                                           Method::curve, Method::gaussian),
                         [](const auto& method) { return std::string(name_of(method.param)); });

// The one-shot projection on the cone goes on until its planes end, so that it may call its pair the nearest.
TEST(ExactScores, TangentCurvesOnTheConeAreTheNearest) {
  Random random(32);
  MeasureFamily family;
  for (int i = 0; i < 8; ++i)
    family.append(test::normal_matrix(random, 2, 40), Vector::Ones(40), std::to_string(i));
  FitOptions options;
  options.method = Method::tangent;
  options.tangent.cone = true;
  const Analysis found = analyse(family, test::uniform_mean(random, 2, 40), options, {});
  for (const Component& component : found.components) {
    EXPECT_EQ(component.shortfalls.unfinished_cone_steps, 0);
    EXPECT_LE(component.certificates.map_gap.forward, 5e-4);
  }
}

}  // namespace
}  // namespace wpga
