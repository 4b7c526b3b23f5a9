#include "wpga/neighbours/maps/template.hpp"

#include <gtest/gtest.h>

#include "neighbours/affine_families.hpp"
#include "wpga/analysis/fit/principal_geodesics.hpp"
#include "wpga/transport/simplex/transport_simplex.hpp"

namespace wpga {
namespace {

TemplateOptions accurate(Deformation deformation, double components) {
  TemplateOptions options;
  options.deformation = deformation;
  options.of.components = components;
  options.of.times.time_tolerance = 1e-9;
  return options;
}

AffineMap deformation_towards(const Measure& source, const Measure& target, Deformation kind) {
  const auto engine = make_transport(TransportMethod::exact, {});
  const auto coupling = engine->coupling(source.weights);
  coupling->attach(target.view(), {});
  return nearest_deformation(source, target.view(), kind, *coupling);
}

// The remark of §3, which principal_geodesics has as --curve translation.
TEST(Template, OfTranslationsAgreesWithTranslationCurves) {
  Random random(1);
  const MeasureFamily family = test::random_family(random, 12, 2, 8);
  const Measure mean = test::random_mean(random, 2, 9);
  const Analysis found =
      template_deformation(family, mean, {}, accurate(Deformation::translation, 1), {.threads = 1});
  GeodesicOptions options;
  options.components = 1;
  options.curve = CurveKind::translation;
  options.times.time_tolerance = 1e-9;
  const Analysis wanted = principal_geodesics(family, mean, {}, options, {.threads = 1});
  EXPECT_NEAR(found.components[0].mean_squared_distance, wanted.components[0].mean_squared_distance,
              1e-6 * wanted.variance);
}

TEST(Template, RecoversScalesAndScattersExactly) {
  Random random(2);
  const Measure cloud = test::random_mean(random, 3, 14);
  const Matrix any = test::random_symmetric(random, 3);
  const Matrix positive = any * any + 0.1 * Matrix::Identity(3, 3);
  const Vector center = mean_of(cloud.view()), shift{{3, -1, 2}};
  const auto image = [&](const Matrix& linear) {
    return Measure{(linear * (cloud.points.colwise() - center)).colwise() + (center + shift), cloud.weights};
  };
  const AffineMap scaled =
      deformation_towards(cloud, image(2.5 * Matrix::Identity(3, 3)), Deformation::scale);
  EXPECT_LT((scaled.linear - 2.5 * Matrix::Identity(3, 3)).norm(), 1e-9);
  EXPECT_LT((scaled.shift - shift).norm(), 1e-9);
  const AffineMap stretched = deformation_towards(cloud, image(positive), Deformation::scatter);
  EXPECT_LT((stretched.linear - positive).norm(), 1e-7 * positive.norm());
}

// Whatever the target, no nearby map of the same kind is better.
TEST(Template, DeformationsAreLocallyBest) {
  Random random(3);
  const Measure source = test::random_mean(random, 2, 12), target = test::random_mean(random, 2, 9);
  const Vector center = mean_of(source.view());
  const auto engine = make_transport(TransportMethod::exact, {});
  const auto coupling = engine->coupling(source.weights);
  const auto cost = [&](const AffineMap& map) {
    coupling->attach(target.view(), {});
    const Matrix spread = map.linear * (source.points.colwise() - center);
    return coupling->solve(spread.colwise() + (center + map.shift)).primal;
  };
  for (const Deformation kind : {Deformation::translation, Deformation::scale, Deformation::scatter}) {
    const AffineMap best = deformation_towards(source, target, kind);
    const double least = cost(best);
    for (int trial = 0; trial < 20; ++trial) {
      AffineMap other = best;
      other.shift += 0.05 * test::normal_matrix(random, 2, 1);
      if (kind == Deformation::scale) other.linear *= 1 + 0.05 * random.normal();
      if (kind == Deformation::scatter) other.linear += 0.02 * test::random_symmetric(random, 2);
      EXPECT_GE(cost(other), least * (1 - 1e-4));
    }
  }
}

// Optimality on the cone of positive matrices: A ⪰ 0, gradient ⪰ 0, A · gradient = 0.
TEST(Template, PositiveLeastSquaresSatisfiesItsOptimalityConditions) {
  Random random(4);
  int bound = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const Matrix any = test::normal_matrix(random, 3, 5), cross = test::normal_matrix(random, 3, 3);
    const Matrix scatter = any * any.transpose();
    const Matrix found = positive_least_squares(scatter, cross);
    const Matrix gradient = found * scatter + scatter * found - cross - cross.transpose();
    const Vector values = Eigen::SelfAdjointEigenSolver<Matrix>(found).eigenvalues();
    EXPECT_GE(values.minCoeff(), -1e-9);
    EXPECT_GE(Eigen::SelfAdjointEigenSolver<Matrix>(gradient).eigenvalues().minCoeff(), -1e-6 * cross.norm());
    EXPECT_NEAR((found * gradient).trace(), 0, 1e-6 * cross.norm());
    const Matrix elsewhere = test::random_symmetric(random, 3);
    EXPECT_LE((positive_least_squares(scatter, cross, &elsewhere) - found).norm(), 1e-6 * found.norm());
    bound += values.minCoeff() < 1e-9;
  }
  EXPECT_GT(bound, 0);
}

// One symmetric direction times one factor: one component is all, and a true geodesic.
TEST(Template, RecoversAOneFactorScatterFamilyAsATrueGeodesic) {
  Random random(5);
  const Measure cloud = test::random_mean(random, 2, 15);
  const Matrix direction = 0.2 * test::random_symmetric(random, 2);
  MeasureFamily family;
  Vector factors = Vector::LinSpaced(13, -1, 1);
  for (Index i = 0; i < factors.size(); ++i)
    family.append(cloud.points + factors[i] * direction * cloud.points, cloud.weights, std::to_string(i));
  const Analysis analysis =
      template_deformation(family, cloud, {}, accurate(Deformation::scatter, 1), {.threads = 1});
  const Component& component = analysis.components[0];
  EXPECT_NEAR(component.explained, 1, 1e-5);
  EXPECT_NEAR(test::correlation(component.scores, factors), 1, 1e-6);
  EXPECT_LE(component.certificates.geodesic_gap, 1e-6);
}

// Measures of one atom are translates of one another.
TEST(Template, WorksOnSingleAtoms) {
  MeasureFamily family;
  for (const double place : {0.0, 1.0, 5.0})
    family.append(Matrix{{place}, {2 * place}}, Vector::Ones(1), std::to_string(place));
  const Measure mean{Matrix{{2}, {4}}, Vector::Ones(1)};
  const Analysis found = template_deformation(family, mean, {}, {}, {.threads = 1});
  ASSERT_EQ(found.components.size(), 1u);
  EXPECT_NEAR(found.components[0].explained, 1, 1e-9);
}

// d, d + 1 and d + d (d + 1) / 2 parameters, and no more components than parameters.
TEST(Template, HasNoMoreComponentsThanParameters) {
  Random random(6);
  const MeasureFamily family = test::random_family(random, 10, 2, 8);
  const Measure mean = test::random_mean(random, 2, 9);
  const auto count = [&](Deformation kind) {
    const Analysis found = template_deformation(family, mean, {}, accurate(kind, 8), {.threads = 1});
    return found.components.size();
  };
  EXPECT_EQ(count(Deformation::translation), 2u);
  EXPECT_EQ(count(Deformation::scale), 3u);
  EXPECT_EQ(count(Deformation::scatter), 5u);
}

}  // namespace
}  // namespace wpga
