#include "wpga/neighbours/tangent.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

// For translates of one cloud every Wasserstein method finds the principal components of the means (remark of
// §3).
TEST(Tangent, RecoversTranslations) {
  Random random(3);
  Matrix shifts = test::normal_matrix(random, 3, 30);
  shifts.row(0) *= 4;
  shifts.row(1) *= 2;
  const Measure cloud = test::random_mean(random, 3, 12);
  const Vector center = shifts.rowwise().mean();
  const Matrix centred = shifts.colwise() - center;
  const Eigen::SelfAdjointEigenSolver<Matrix> pca(centred * centred.transpose() / 30);
  TangentOptions options;
  options.of.components = 3;
  options.of.times.time_tolerance = 1e-9;
  const Analysis analysis =
      tangent(test::translates(cloud, shifts), {cloud.points.colwise() + center, cloud.weights}, {}, options,
              {.threads = 1});
  ASSERT_EQ(analysis.components.size(), 3u);
  for (Index c = 0; c < 3; ++c) {
    const Component& component = analysis.components[static_cast<std::size_t>(c)];
    const double share = pca.eigenvalues()[2 - c] / pca.eigenvalues().sum();
    EXPECT_NEAR(component.explained, share, 1e-5);
    EXPECT_NEAR(analysis.tangent_explained[c], share, 1e-5);
    EXPECT_LE(component.certificates.geodesic_gap, 1e-9);
  }
  EXPECT_NEAR(analysis.components.back().cumulative, 1, 1e-5);
}

}  // namespace
}  // namespace wpga
