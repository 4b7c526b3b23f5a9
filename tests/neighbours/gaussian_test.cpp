#include "wpga/neighbours/maps/gaussian.hpp"

#include <gtest/gtest.h>

#include "neighbours/affine_families.hpp"
#include "wpga/neighbours/maps/tangent.hpp"

namespace wpga {
namespace {

TEST(Gaussian, StandardAtomsHaveStandardMoments) {
  for (const Index d : {1, 2, 4}) {
    const Gaussian law = fitted_gaussian(standard_normal_atoms(d, 30, 1).view());
    EXPECT_LT(law.mean.norm(), 1e-12);
    EXPECT_LT((law.covariance - Matrix::Identity(d, d)).norm(), 1e-10);
  }
}

// Images of one cloud under symmetric positive maps that average to the identity: tangent PCA at the cloud
// knows nothing of normal laws and finds the same shares and distances.
TEST(Gaussian, AgreesWithTangentPcaOnALocationScatterFamily) {
  Random random(5);
  const auto made = test::scatter_family(random, 2, 16, 14);
  TangentOptions cloud_options;
  cloud_options.of.components = 4;
  const Analysis by_cloud = tangent_analysis(made.family, made.cloud, {}, cloud_options, {.threads = 1});
  GaussianOptions options;
  options.of.components = 4;
  const Analysis by_moments = gaussian_analysis(made.family, made.cloud, {}, options, {.threads = 1});
  ASSERT_EQ(by_moments.components.size(), 4u);
  for (Index c = 0; c < 4; ++c)
    EXPECT_NEAR(by_moments.tangent_explained[c], by_cloud.tangent_explained[c], 1e-4);
  const Gaussian middle = fitted_gaussian(by_moments.mean.view());
  EXPECT_LT((middle.covariance - Matrix::Identity(2, 2)).norm(), 1e-8);
  for (Index i = 0; i < made.family.count(); ++i)
    EXPECT_NEAR(by_cloud.squared_distances[i], squared_distance(middle, fitted_gaussian(made.family[i])),
                1e-8);
}

// On the line the tangent space of normal laws is (mean, deviation) and PCA there is plain PCA.
TEST(Gaussian, OnTheLineIsPcaOfMeanAndDeviation) {
  Random random(6);
  const Measure standard = standard_normal_atoms(1, 40, 3);
  MeasureFamily family;
  Matrix parameters(2, 20);
  for (Index i = 0; i < 20; ++i) {
    parameters(0, i) = random.normal();
    parameters(1, i) = random.uniform(0.5, 2);
    family.append(parameters(1, i) * standard.points.array() + parameters(0, i), standard.weights,
                  std::to_string(i));
  }
  const Matrix centered = parameters.colwise() - Vector(parameters.rowwise().mean());
  const Eigen::SelfAdjointEigenSolver<Matrix> pca(centered * centered.transpose() / 20);
  GaussianOptions options;
  options.of.components = 2;
  options.seed = 3;
  options.of.times.time_tolerance = 1e-9;
  const Analysis analysis = gaussian_analysis(family, standard, {}, options, {.threads = 1});
  for (Index c = 0; c < 2; ++c) {
    const double share = pca.eigenvalues()[1 - c] / pca.eigenvalues().sum();
    EXPECT_NEAR(analysis.tangent_explained[c], share, 1e-5);
    EXPECT_NEAR(analysis.components[static_cast<std::size_t>(c)].explained, share, 1e-4);
  }
}

TEST(Gaussian, OfSingleAtomsIsPcaOfPoints) {
  Random random(8);
  MeasureFamily family;
  const Matrix points = test::normal_matrix(random, 3, 12);
  for (Index i = 0; i < 12; ++i) family.append(points.col(i), Vector::Ones(1), std::to_string(i));
  const Matrix centered = points.colwise() - Vector(points.rowwise().mean());
  const Eigen::SelfAdjointEigenSolver<Matrix> pca(centered * centered.transpose());
  GaussianOptions options;
  options.of.components = 1;
  const Analysis analysis = gaussian_analysis(family, {Vector(points.rowwise().mean()), Vector::Ones(1)}, {},
                                              options, {.threads = 1});
  EXPECT_NEAR(analysis.components[0].explained, pca.eigenvalues()[2] / pca.eigenvalues().sum(), 1e-4);
}

}  // namespace
}  // namespace wpga
