#include "wpga/study/bootstrap.hpp"

#include <gtest/gtest.h>

#include "neighbours/affine_families.hpp"
#include "wpga/base/error.hpp"

namespace wpga {
namespace {

Vector center_of(const MeasureView& measure) { return measure.points * measure.weights; }

TEST(Bootstrap, DrawsAsManyAsThereAre) {
  Random random(1);
  MeasureFamily family = test::random_family(random, 9, 2, 4);
  const Vector equal = Vector::Constant(9, 1.0 / 9);
  family.set_measure_weights(VectorView(equal.data(), 9));
  for (Index draw = 0; draw < 50; ++draw) {
    const MeasureFamily drawn = drawn_again(family, 3, draw);
    double total = 0;
    for (Index i = 0; i < drawn.count(); ++i) {
      // Weights are shares: multiples of 1/9.
      const double times = 9 * drawn.measure_weight(i);
      EXPECT_NEAR(times, std::round(times), 1e-9);
      EXPECT_GE(times, 1 - 1e-9);
      total += times;
    }
    EXPECT_NEAR(total, 9, 1e-9);
    EXPECT_EQ(drawn.names(), drawn_again(family, 3, draw).names());
  }
}

// Each measure is left out of a draw with probability (1 − 1/N)^N.
TEST(Bootstrap, LeavesOutAboutAThird) {
  Random random(2);
  const MeasureFamily family = test::random_family(random, 20, 1, 2);
  double kept = 0;
  for (Index draw = 0; draw < 200; ++draw)
    kept += static_cast<double>(drawn_again(family, 1, draw).count()) / 20 / 200;
  EXPECT_NEAR(kept, 1 - std::pow(0.95, 20), 0.01);
}

TEST(Bootstrap, NeverDrawsOneMeasureAlone) {
  Random random(3);
  const MeasureFamily two = test::random_family(random, 2, 2, 3);
  for (Index draw = 0; draw < 50; ++draw) EXPECT_EQ(drawn_again(two, 1, draw).count(), 2);
  EXPECT_THROW(drawn_again(test::random_family(random, 1, 2, 3), 1, 0), InputError);
}

// Of two measures each is drawn once, so that the draw is the family, with its weights.
TEST(Bootstrap, KeepsTheWeightsOfMeasures) {
  Random random(5);
  MeasureFamily two = test::random_family(random, 2, 2, 3);
  const Vector weights{{0.9, 0.1}};
  two.set_measure_weights(VectorView(weights.data(), 2));
  for (Index draw = 0; draw < 5; ++draw)
    for (const Index i : {0, 1}) EXPECT_NEAR(drawn_again(two, 1, draw).measure_weight(i), weights[i], 1e-15);
}

TEST(Bootstrap, NeverDrawsWhatDoesNotCount) {
  Random random(4);
  MeasureFamily family = test::random_family(random, 3, 2, 3);
  const Vector weights{{0.5, 0, 0.5}};
  family.set_measure_weights(VectorView(weights.data(), 3));
  for (Index draw = 0; draw < 20; ++draw) {
    const std::vector<std::string> names = drawn_again(family, 1, draw).names();
    EXPECT_EQ(std::count(names.begin(), names.end(), family.names()[1]), 0);
  }
}

// For translates the mean of a draw is the cloud at the mean shift, and shares are those of the PCA of
// shifts.
TEST(Bootstrap, IsThatOfTheShiftsForTranslates) {
  Random random(5);
  const auto made = test::translates_with_axes(random, 2, 6, 12);
  FitOptions options;
  options.method = Method::tangent;
  options.times = ProjectionOptions{.time_tolerance = 1e-9};
  const Vector at = center_of(made.mean.view());
  std::vector<double> expected;
  const MeanOf mean_of = [&](const MeasureFamily& drawn) {
    Vector middle = Vector::Zero(2);
    for (Index i = 0; i < drawn.count(); ++i) middle += drawn.measure_weight(i) * center_of(drawn[i]);
    Matrix covariance = Matrix::Zero(2, 2);
    for (Index i = 0; i < drawn.count(); ++i) {
      const Vector shift = center_of(drawn[i]) - middle;
      covariance += drawn.measure_weight(i) * shift * shift.transpose();
    }
    const Eigen::SelfAdjointEigenSolver<Matrix> pca(covariance);
    expected.push_back(pca.eigenvalues()[1] / covariance.trace());
    return Mean{.measure = {made.mean.points.colwise() + (middle - at), made.mean.weights}};
  };
  // Three are asked for and two are there: the third explains nothing and changes nothing.
  const BootstrapShares shares =
      bootstrap_shares(made.family, mean_of, options, 3, {.bootstrap = 8}, {.threads = 1});
  ASSERT_EQ(expected.size(), 8u);
  for (Index draw = 0; draw < 8; ++draw) {
    EXPECT_NEAR(shares.alone(draw, 0), expected[static_cast<std::size_t>(draw)], 1e-6);
    EXPECT_NEAR(shares.alone(draw, 1), 1 - expected[static_cast<std::size_t>(draw)], 1e-6);
    EXPECT_NEAR(shares.together(draw, 1), 1, 1e-6);
    EXPECT_EQ(shares.alone(draw, 2), 0);
    EXPECT_EQ(shares.together(draw, 2), shares.together(draw, 1));
  }
}

}  // namespace
}  // namespace wpga
