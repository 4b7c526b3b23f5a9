#include "wpga/neighbours/maps/tangent.hpp"

#include <gtest/gtest.h>

#include "neighbours/affine_families.hpp"
#include "wpga/analysis/fit/curve_start.hpp"
#include "wpga/analysis/fit/principal_geodesics.hpp"
#include "wpga/barycenters/free_support.hpp"

namespace wpga {
namespace {

TangentOptions accurate(double components) {
  TangentOptions options;
  options.of.components = components;
  options.of.times.time_tolerance = 1e-9;
  return options;
}

// For translates of one cloud every Wasserstein method finds the principal components of the means (remark of
// §3).
TEST(Tangent, RecoversTranslations) {
  Random random(3);
  const auto made = test::translates_with_axes(random, 3, 12, 30);
  const Analysis analysis = tangent_analysis(made.family, made.mean, {}, accurate(3), {.threads = 1});
  ASSERT_EQ(analysis.components.size(), 3u);
  for (Index c = 0; c < 3; ++c) {
    const Component& component = analysis.components[static_cast<std::size_t>(c)];
    const double share = made.variances[c] / made.variances.sum();
    EXPECT_NEAR(component.explained, share, 1e-5);
    EXPECT_NEAR(analysis.tangent_explained[c], share, 1e-5);
    EXPECT_NEAR(test::correlation(component.scores, made.centered.transpose() * made.axes.col(c)), 1, 1e-5);
    EXPECT_LE(component.certificates.geodesic_gap, 1e-9);
  }
  EXPECT_NEAR(analysis.components.back().cumulative, 1, 1e-5);
}

// Alternating times in R and free fields, with plans frozen at the mean, ends at tangent PCA.
TEST(Tangent, IsTheLimitOfMajoriserStepsWithFrozenPlans) {
  Random random(11);
  constexpr Index count = 15;
  const Measure mean = test::random_mean(random, 2, 9);
  std::vector<Matrix> fields;
  Matrix average = Matrix::Zero(2, 9);
  const Matrix common = test::normal_matrix(random, 2, 9);
  for (Index i = 0; i < count; ++i) {
    // Small fields keep the identity optimal, so that R_i is the field itself.
    fields.push_back(0.03 * random.normal() * common + 0.01 * test::normal_matrix(random, 2, 9));
    average += fields.back() / static_cast<double>(count);
  }
  MeasureFamily family;
  for (const Matrix& field : fields)
    family.append(mean.points + field - average, mean.weights, std::to_string(family.count()));
  FamilyCouplings couplings(family, {}, mean.weights);
  const TangentMaps maps = tangent_maps(couplings.centered(mean.points), couplings, {.threads = 1});
  Vector times = Vector::NullaryExpr(count, [&] { return random.uniform(); });
  Matrix direction;
  for (int step = 0; step < 300; ++step) {
    const Fields ends = tangent_majoriser(maps, times, mean.weights).minimiser();
    direction = ends[1] - ends[0];
    const double size = squared_norm(mean.weights, direction);
    const double start = inner_product(mean.weights, ends[0], direction);
    times = (inner_products(maps, direction).array() - start) / size;
  }
  const Analysis analysis = tangent_analysis(family, mean, {}, accurate(1), {.threads = 1});
  const Matrix found = analysis.components[0].curve.atoms().direction();
  const double cosine = inner_product(mean.weights, found, direction) /
                        std::sqrt(squared_norm(mean.weights, found) * squared_norm(mean.weights, direction));
  EXPECT_NEAR(std::abs(cosine), 1, 1e-5);
}

TEST(Tangent, OnTheConeHasOptimalMapsAndIsNoBetterThanPrincipalGeodesics) {
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
    Random random(seed);
    const MeasureFamily family = test::random_family(random, 12, 2, 9);
    FreeSupportOptions support;
    support.support = 14;
    const Measure mean = free_support_mean(family, {}, support, {.threads = 1}).measure;
    TangentOptions options = accurate(1);
    const Analysis freely = tangent_analysis(family, mean, {}, options, {.threads = 1});
    options.cone = true;
    const Analysis on_cone = tangent_analysis(family, mean, {}, options, {.threads = 1});
    const Certificates& proof = on_cone.components[0].certificates;
    EXPECT_LE(std::max(proof.map_gap.backward, proof.map_gap.forward), 1e-3);
    GeodesicOptions geodesics;
    geodesics.components = 1;
    geodesics.times.time_tolerance = 1e-9;
    const Analysis best = principal_geodesics(family, mean, {}, geodesics, {.threads = 1});
    EXPECT_LE(best.components[0].mean_squared_distance,
              on_cone.components[0].mean_squared_distance + 1e-3 * best.variance)
        << "seed " << seed;
    EXPECT_NEAR(freely.variance, on_cone.variance, 1e-12 * freely.variance);
  }
}

TEST(Tangent, EndsEarlyWhenNoVarianceIsLeft) {
  Random random(5);
  const Measure cloud = test::random_mean(random, 2, 7);
  const Matrix line = Vector{{1, 2}} * Vector::LinSpaced(6, -1, 1).transpose();
  const Analysis one =
      tangent_analysis(test::translates(cloud, line), cloud, {}, accurate(3), {.threads = 1});
  EXPECT_EQ(one.components.size(), 1u);
  EXPECT_EQ(one.termination, Termination::no_variance_left);
  // Maps are kept in single precision: rounding must not pass for variance, whatever the units and the place.
  for (const double unit : {1e-6, 1e6}) {
    Measure many = test::random_mean(random, 3, 120);
    many.points = (many.points.array() + 1000) * unit;
    const Matrix shifts = unit * Vector{{0.1, 1, 2}} * Vector::LinSpaced(9, -1, 1).transpose();
    EXPECT_EQ(tangent_analysis(test::translates(many, shifts), many, {}, accurate(3), {.threads = 1})
                  .components.size(),
              1u);
  }
  const Analysis none =
      tangent_analysis(test::translates(cloud, Matrix::Zero(2, 4)), cloud, {}, accurate(3), {.threads = 1});
  EXPECT_TRUE(none.components.empty());
  EXPECT_EQ(none.termination, Termination::no_variance_left);
}

TEST(Tangent, StopsAtTheShareAskedFor) {
  Random random(8);
  const auto made = test::translates_with_axes(random, 3, 8, 20);
  const Analysis analysis = tangent_analysis(made.family, made.mean, {}, accurate(0.8), {.threads = 1});
  const double first = made.variances[0] / made.variances.sum();
  const double both = first + made.variances[1] / made.variances.sum();
  ASSERT_LT(both, 1);
  EXPECT_EQ(analysis.components.size(), first >= 0.8 ? 1u : both >= 0.8 ? 2u : 3u);
  EXPECT_GE(analysis.components.back().cumulative, 0.8);
}

}  // namespace
}  // namespace wpga
