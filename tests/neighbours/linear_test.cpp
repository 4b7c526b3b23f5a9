#include "wpga/neighbours/maps/linear.hpp"

#include <gtest/gtest.h>

#include "neighbours/affine_families.hpp"

namespace wpga {
namespace {

LinearOptions accurate(double components) {
  LinearOptions options;
  options.of.components = components;
  options.of.times.time_tolerance = 1e-9;
  return options;
}

// Plans from any template move with their target, so translates differ by constant fields, whatever the
// template.
TEST(Linear, RecoversTranslationsFromAnyTemplate) {
  Random random(4);
  const auto made = test::translates_with_axes(random, 2, 12, 25);
  for (const int atoms : {3, 12, 40}) {
    LinearOptions options = accurate(2);
    options.template_atoms = atoms;
    const Analysis analysis = linear_analysis(made.family, made.mean, {}, options, {.threads = 1});
    ASSERT_EQ(analysis.components.size(), 2u);
    EXPECT_EQ(analysis.mean.size(), atoms);
    for (Index c = 0; c < 2; ++c) {
      const Component& component = analysis.components[static_cast<std::size_t>(c)];
      const double share = made.variances[c] / made.variances.sum();
      EXPECT_NEAR(analysis.tangent_explained[c], share, 1e-5);
      EXPECT_NEAR(test::correlation(component.scores, made.centered.transpose() * made.axes.col(c)), 1, 1e-5);
      // What is explained of the distances is the variance along the axis, whatever else is lost.
      EXPECT_NEAR(analysis.variance - component.mean_squared_distance, made.variances[c],
                  1e-5 * made.variances.sum());
    }
  }
}

// The template and the measures share their first moment, and so does the mean of the analysis.
TEST(Linear, KeepsThePooledMean) {
  Random random(6);
  const MeasureFamily family = test::random_family(random, 10, 3, 8);
  const Vector pooled = pooled_moments(family).mean;
  EXPECT_LT((mean_of(pooled_template(family, 7, 1).view()) - pooled).norm(), 1e-10);
  const Analysis analysis =
      linear_analysis(family, test::random_mean(random, 3, 9), {}, accurate(1), {.threads = 1});
  EXPECT_LT((mean_of(analysis.mean.view()) - pooled).norm(), 1e-5);
}

// One factor that moves and stretches: maps from any template to the images of one measure are affine images
// of one map, so one component is all.
TEST(Linear, FindsOneFactorOfALocationScaleFamily) {
  Random random(7);
  const Measure cloud = test::random_mean(random, 2, 10);
  MeasureFamily family;
  Vector factors(15);
  for (Index i = 0; i < factors.size(); ++i) {
    factors[i] = random.uniform(-1, 1);
    family.append(((1 + 0.4 * factors[i]) * cloud.points).colwise() + factors[i] * Vector{{2, 1}},
                  cloud.weights, std::to_string(i));
  }
  const Analysis analysis = linear_analysis(family, cloud, {}, accurate(1), {.threads = 1});
  EXPECT_GT(analysis.tangent_explained[0], 0.95);
  EXPECT_GT(test::correlation(analysis.components[0].scores, factors), 0.99);
}

TEST(Linear, GivesTheSameBitsForAnyNumberOfThreads) {
  Random random(9);
  const MeasureFamily family = test::random_family(random, 20, 2, 9);
  const Measure mean = test::random_mean(random, 2, 9);
  const Analysis one = linear_analysis(family, mean, {}, accurate(2), {.threads = 1});
  const Analysis two = linear_analysis(family, mean, {}, accurate(2), {.threads = 2});
  ASSERT_EQ(one.components.size(), two.components.size());
  EXPECT_EQ(one.mean.points, two.mean.points);
  for (std::size_t c = 0; c < one.components.size(); ++c) {
    EXPECT_EQ(one.components[c].curve.atoms().forward, two.components[c].curve.atoms().forward);
    EXPECT_EQ(one.components[c].squared_distances, two.components[c].squared_distances);
  }
}

}  // namespace
}  // namespace wpga
