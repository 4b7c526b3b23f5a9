#include "wpga/neighbours/line/line.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/random_families.hpp"
#include "wpga/analysis/fit/principal_geodesics.hpp"
#include "wpga/barycenters/free_support.hpp"
#include "wpga/base/error.hpp"
#include "wpga/neighbours/maps/tangent.hpp"
#include "wpga/synthetic/synthetic.hpp"

namespace wpga {
namespace {

MeasureFamily bells(int count, int bins) {
  return synthetic_family(Pattern::bells, {.count = count, .atoms = bins}).family;
}

Measure mean_of_family(const MeasureFamily& family, int support) {
  return free_support_mean(family, {}, {.support = support}).measure;
}

// A rough family: few atoms anywhere, so that the constraints bind.
MeasureFamily rough_family(std::uint64_t seed) {
  Random random(seed);
  return test::random_family(random, 12, 1, 6);
}

constexpr std::array all_methods = {LineMethod::iterative, LineMethod::surface, LineMethod::projected};

// For location–scale families of one law all maps are affine and rising: log-PCA is geodesic PCA, and both
// components together leave what the atoms of the mean cannot reach.
TEST(Line, IsTangentPcaForLocationAndScale) {
  Random random(1);
  const Measure law = test::random_mean(random, 1, 15);
  MeasureFamily family;
  for (int i = 0; i < 20; ++i)
    family.append(random.uniform(0.9, 1.1) * law.points + Matrix::Constant(1, 15, random.normal()),
                  law.weights, "m");
  const Measure mean = mean_of_family(family, 15);
  const Analysis other = tangent_analysis(family, mean, {}, {.of = {.components = 2}}, {});
  for (const LineMethod method : all_methods) {
    const Analysis found = line_analysis(family, mean, {}, {.of = {.components = 2}, .method = method});
    ASSERT_EQ(found.components.size(), 2u);
    if (method == LineMethod::surface) continue;  // its curves are not orthogonal, only their hull counts
    for (std::size_t k = 0; k < 2; ++k)
      EXPECT_NEAR(found.components[k].mean_squared_distance, other.components[k].mean_squared_distance,
                  1e-4 * found.variance);
  }
}

TEST(Line, FindsTranslationsExactly) {
  Random random(2);
  const Measure cloud = test::random_mean(random, 1, 10);
  const MeasureFamily family = test::translates(cloud, test::normal_matrix(random, 1, 9));
  const Measure mean = {
      cloud.points.array() + (mean_of({family.points(), family.weights()})[0] / 9 - mean_of(cloud.view())[0]),
      cloud.weights};
  for (const LineMethod method : all_methods) {
    const Analysis found = line_analysis(family, mean, {}, {.method = method});
    ASSERT_GE(found.components.size(), 1u);
    EXPECT_NEAR(found.components[0].explained, 1, 1e-6);
  }
}

// What it finds are true geodesics, whatever the data.
TEST(Line, FindsTrueGeodesicsOrthogonalToEachOther) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const MeasureFamily family = rough_family(seed);
    const Measure mean = mean_of_family(family, 12);
    for (const LineMethod method : all_methods) {
      const Analysis found = line_analysis(family, mean, {}, {.of = {.components = 2}, .method = method});
      for (const Component& component : found.components) {
        EXPECT_LE(component.certificates.geodesic_gap, 1e-9);
        EXPECT_LE(component.certificates.map_gap.backward, 1e-9);
        EXPECT_LE(component.certificates.map_gap.forward, 1e-9);
        EXPECT_LE(component.certificates.time_gap, 1.001e-4);
        if (method == LineMethod::surface) continue;  // a surface needs no orthogonality
        EXPECT_LE(component.certificates.orthogonality, 1e-9);
      }
    }
  }
}

// W2² is the L² distance of quantile functions: the objective of the fit is the score measured by transport.
TEST(Line, ItsObjectiveIsTheExactScore) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const MeasureFamily family = rough_family(seed);
    const Analysis found = line_analysis(family, mean_of_family(family, 12), {}, {});
    for (const Component& component : found.components) {
      EXPECT_NEAR(component.objective.back(), component.mean_squared_distance, 1e-4 * found.variance);
      for (std::size_t i = 1; i < component.objective.size(); ++i)
        EXPECT_LE(component.objective[i], component.objective[i - 1]);
    }
  }
}

// On the line the two programs look for the same curve by different means.
TEST(Line, AgreesWithPrincipalGeodesicsThatAreTrueGeodesics) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const MeasureFamily family = rough_family(seed);
    const Measure mean = mean_of_family(family, 12);
    const Analysis found =
        line_analysis(family, mean, {}, {.of = {.components = 1, .box = BoxChoice::none()}});
    const Analysis other = principal_geodesics(
        family, mean, {},
        {.components = 1, .curve = CurveKind::geodesic, .box = BoxChoice::none(), .tolerance = 1e-7});
    EXPECT_LE(found.components[0].mean_squared_distance,
              other.components[0].mean_squared_distance + 2e-3 * found.variance);
    RecordProperty("difference", std::to_string((other.components[0].mean_squared_distance -
                                                 found.components[0].mean_squared_distance) /
                                                found.variance));
    EXPECT_NEAR(found.components[0].mean_squared_distance, other.components[0].mean_squared_distance,
                0.01 * found.variance);
  }
}

// Tiny families, with ties and unequal weights: where the mean divides the curve decides.
TEST(Line, IsReachedByTrueGeodesicsOfTinyFamilies) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    MeasureFamily family;
    const Index count = 3 + random.below(6);
    for (Index i = 0; i < count; ++i) {
      Matrix points = test::normal_matrix(random, 1, 1 + random.below(6));
      if (seed % 3 == 0) points = (2 * points.array()).round() / 2;
      const Vector weights = seed % 2 == 0 ? test::random_weights(random, points.cols())
                                           : Vector::Constant(points.cols(), 1).eval();
      family.append(points, weights, std::to_string(i));
    }
    if (seed % 5 == 0) family.set_measure_weights(test::random_weights(random, count));
    const Measure mean = seed % 4 == 0 ? test::random_mean(random, 1, 4) : mean_of_family(family, 3);
    const Analysis found =
        line_analysis(family, mean, {}, {.of = {.components = 1, .box = BoxChoice::none()}});
    const Analysis other = principal_geodesics(
        family, mean, {}, {.components = 1, .curve = CurveKind::geodesic, .box = BoxChoice::none()});
    if (found.components.empty() || other.components.empty()) continue;
    EXPECT_LE(other.components[0].mean_squared_distance,
              1.01 * found.components[0].mean_squared_distance + 1e-4 * found.variance)
        << "seed " << seed;
  }
}

TEST(Line, AgreesWithPrincipalGeodesicsOnSmoothHistogramsInTheirBox) {
  const MeasureFamily family = bells(25, 40);
  const Measure mean = mean_of_family(family, 30);
  const Analysis found = line_analysis(family, mean, {}, {.of = {.components = 2}});
  const Analysis other = principal_geodesics(
      family, mean, {}, {.components = 2, .curve = CurveKind::geodesic, .tolerance = 1e-7});
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_NEAR(found.components[k].mean_squared_distance, other.components[k].mean_squared_distance,
                2e-3 * found.variance);
    EXPECT_LE(found.components[k].certificates.outside_box, 0);
  }
}

// More freedom never costs: all t0 beat one, and geodesic PCA beats PCA that was cut.
TEST(Line, FreedomNeverCosts) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const MeasureFamily family = rough_family(seed);
    const Measure mean = mean_of_family(family, 12);
    const auto score = [&](const LineOptions& options) {
      return line_analysis(family, mean, {}, options).components[0].objective.back();
    };
    const double best = score({.of = {.components = 1}});
    EXPECT_LE(best, score({.of = {.components = 1}, .centring = 0}) + 1e-9);
    EXPECT_LE(best, score({.of = {.components = 1}, .centring = 0.5}) + 1e-9);
    EXPECT_LE(best, score({.of = {.components = 1}, .method = LineMethod::projected}) * (1 + 1e-3));
  }
}

// With one component there is nothing to do together.
TEST(Line, ASurfaceOfOneIsTheGeodesic) {
  const MeasureFamily family = rough_family(3);
  const Measure mean = mean_of_family(family, 12);
  const double alone =
      line_analysis(family, mean, {}, {.of = {.components = 1}}).components[0].objective.back();
  const double surface =
      line_analysis(family, mean, {}, {.of = {.components = 1}, .method = LineMethod::surface})
          .components[0]
          .objective.back();
  EXPECT_NEAR(alone, surface, 1e-4 * alone);
}

// What the program of the surface leaves is what is left in W2² when all components are used: its points are
// monotone, and positions outside the hull can only be nearer.
TEST(Line, SurfacesAreScoredWhereTheyWereFitted) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    const MeasureFamily family = rough_family(seed);
    const Measure mean = mean_of_family(family, 12);
    const Analysis found =
        line_analysis(family, mean, {}, {.of = {.components = 2}, .method = LineMethod::surface});
    ASSERT_EQ(found.components.size(), 2u);
    const double fitted = found.components.back().objective.back();
    EXPECT_LE(weighted_mean(family, found.joint_squared_distances.col(1)), fitted + 2e-3 * found.variance);
  }
}

TEST(Line, ASurfaceMayBeAskedForAShare) {
  const MeasureFamily family = rough_family(1);
  const Measure mean = mean_of_family(family, 12);
  const LineOptions options{.of = {.components = 0.95}, .method = LineMethod::surface};
  const Analysis found = line_analysis(family, mean, {}, options);
  ASSERT_GE(found.components.size(), 2u);
  EXPECT_GE(found.components.back().cumulative, 0.94);
  for (const Component& component : found.components)
    EXPECT_EQ(component.objective, found.components.front().objective);  // that of all together
}

// Alternation with momentum ends by its own rule, and the objective never rises on the way.
TEST(Line, SurfacesConverge) {
  for (const MeasureFamily& family : {bells(20, 30), rough_family(1), rough_family(2)}) {
    LineOptions options{.method = LineMethod::surface};
    options.of.components = 3;
    const Analysis found = line_analysis(family, mean_of_family(family, 15), {}, options, {.threads = 1});
    const Component& first = found.components.front();
    EXPECT_TRUE(first.convergence.converged());
    EXPECT_LT(first.convergence.iterations, 1000);
    for (std::size_t k = 1; k < first.objective.size(); ++k)
      EXPECT_LE(first.objective[k], first.objective[k - 1] * (1 + 1e-9));
  }
}

// Atoms of the mean at one place move together; far from the origin the rounding of their maps ends nothing.
TEST(Line, KeepsAtomsAtOnePlaceTogetherFarFromTheOrigin) {
  MeasureFamily family;
  for (const double shift : {-3.0, -1.0, 0.5, 3.5})
    family.append(Matrix{{1e9 + shift, 1e9 + 1 + shift}}, Vector{{0.3, 0.7}}, "far");
  const Measure mean{Matrix{{1e9, 1e9, 1e9 + 1, 1e9 + 1}}, Vector{{0.1, 0.2, 0.3, 0.4}}};
  for (const LineMethod method : all_methods) {
    const Analysis found = line_analysis(family, mean, {}, {.method = method});
    ASSERT_EQ(found.components.size(), 1u);
    EXPECT_NEAR(found.components[0].explained, 1, 1e-6);
  }
}

// Atoms at both walls of the box, the mean in the middle of the curve: nothing can move either way.
TEST(Line, ACurveThatCannotMoveIsNoComponent) {
  MeasureFamily family;
  family.append(Matrix{{0, 1}}, Vector{{0.5, 0.5}}, "at the walls");
  family.append(Matrix{{0.2, 0.7}}, Vector{{0.5, 0.5}}, "inside");
  family.append(Matrix{{0.4, 0.9}}, Vector{{0.5, 0.5}}, "inside, too");
  const Measure mean{Matrix{{0, 1}}, Vector{{0.5, 0.5}}};
  for (const LineMethod method : {LineMethod::iterative, LineMethod::surface}) {
    const LineOptions options{
        .of = {.components = 2, .box = BoxChoice::within(0, 1)}, .method = method, .centring = 0};
    const Analysis found = line_analysis(family, mean, {}, options);
    EXPECT_TRUE(found.components.empty());
    EXPECT_EQ(found.termination, Termination::no_variance_left);
  }
}

// The outer atoms stand at the walls and are moved together, which is not possible; the inner one is free.
TEST(Line, AnAxisThatCannotMoveIsLeftForTheNext) {
  MeasureFamily family;
  for (const double outer : {-0.4, 0.4})
    for (const double inner : {-0.1, 0.1})
      family.append(Matrix{{outer, 0.5 + inner, 1 + outer}}, Vector::Ones(3), "m");
  const Measure mean{Matrix{{0, 0.5, 1}}, Vector::Constant(3, 1.0 / 3)};
  const LineOptions options{.of = {.components = 2, .box = BoxChoice::within(0, 1)},
                            .method = LineMethod::projected};
  const Analysis found = line_analysis(family, mean, {}, options);
  ASSERT_EQ(found.components.size(), 1u);
  EXPECT_EQ(found.termination, Termination::no_variance_left);
  EXPECT_NEAR(found.components[0].curve.atoms().direction().squaredNorm(), 0.2 * 0.2, 1e-9);
  EXPECT_NEAR(found.components[0].explained, 0.01 / (0.01 + 2 * 0.16), 1e-6);
}

TEST(Line, RefusesThePlane) {
  Random random(5);
  const MeasureFamily family = test::random_family(random, 3, 2, 4);
  EXPECT_THROW(line_analysis(family, test::uniform_mean(random, 2, 3), {}, {}), InputError);
}

}  // namespace
}  // namespace wpga
