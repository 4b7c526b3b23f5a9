#include "wpga/study/statistics/outliers.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "study/statistics_families.hpp"
#include "wpga/study/statistics/robust.hpp"
#include "wpga/study/statistics/stability.hpp"

namespace wpga {
namespace {

// Scores and residuals made to order.
Analysis made_analysis(const Vector& residuals, Index components) {
  Analysis analysis;
  analysis.joint_squared_distances = residuals.cwiseAbs2().replicate(1, components);
  analysis.variance = 1;
  return analysis;
}

TEST(Outliers, LeverageAddsUpToOnePlusTheComponents) {
  Random random(1);
  const Matrix scores = test::normal_matrix(random, 20, 3);
  const Vector weights = test::random_weights(random, 20);
  const Outliers found = find_outliers(made_analysis(Vector::Ones(20), 3), scores, weights);
  EXPECT_NEAR(found.leverage.sum(), 4, 1e-12);
}

// The hat matrix of a regression on orthogonal columns has this diagonal.
TEST(Outliers, LeverageIsTheDiagonalOfTheHatMatrix) {
  Random random(2);
  Matrix scores = test::normal_matrix(random, 12, 1);
  scores.array() -= scores.mean();
  Matrix design(12, 2);
  design << Vector::Ones(12), scores;
  const Matrix hat = design * (design.transpose() * design).inverse() * design.transpose();
  const Outliers found = find_outliers(made_analysis(Vector::Ones(12), 1), scores, {});
  EXPECT_LT((found.leverage - hat.diagonal()).cwiseAbs().maxCoeff(), 1e-12);
}

// One in a thousand good measures lies beyond each line: χ laws of scores and of residuals.
TEST(Outliers, FlagOneInAThousandOfGoodOnes) {
  Random random(3);
  for (const Index count : {6, 10, 20, 500}) {
    Index along = 0, off = 0;
    const Index trials = 20000 / count;
    for (Index trial = 0; trial < trials; ++trial) {
      const Matrix scores = test::normal_matrix(random, count, 2);
      const Vector residuals = test::normal_matrix(random, 10, count).colwise().norm();
      const Outliers found = find_outliers(made_analysis(residuals, 2), scores, {});
      for (const double flag : found.flags) {
        along += flag == 1 || flag == 3 ? 1 : 0;
        off += flag >= 2 ? 1 : 0;
      }
    }
    EXPECT_NEAR(static_cast<double>(along) / static_cast<double>(trials * count), 0.001, 0.001) << count;
    EXPECT_NEAR(static_cast<double>(off) / static_cast<double>(trials * count), 0.001, 0.001) << count;
  }
}

// Of four, one is always far from the other three in units of their MAD.
TEST(Outliers, JudgeNobodyInFamiliesOfFour) {
  const Matrix scores{{0, 0}, {1, 2}, {2, 1}, {1e6, 1e6}};
  EXPECT_EQ(find_outliers(made_analysis(Vector{{1, 1, 1, 1e6}}, 2), scores, {}).flags, Vector::Zero(4));
  // Weights of 0 do not count.
  const Matrix five{{0, 0}, {1, 2}, {2, 1}, {1, 1}, {1e6, 1e6}};
  const Vector residuals{{1, 1.1, 0.9, 1.05, 1e6}};
  EXPECT_EQ(find_outliers(made_analysis(residuals, 2), five, Vector{{0.25, 0.25, 0, 0.25, 0.25}}).flags,
            Vector::Zero(5));
  EXPECT_EQ(find_outliers(made_analysis(residuals, 2), five, {}).flags, (Vector{{0, 0, 0, 0, 3}}));
}

TEST(Outliers, AreFoundAmongAFifthOfGarbage) {
  Random random(4);
  const Index count = 50;
  Matrix scores = test::normal_matrix(random, count, 1);
  Vector residuals = test::normal_matrix(random, 6, count).colwise().norm();
  residuals.tail(10).array() += 30;
  const Outliers found = find_outliers(made_analysis(residuals, 1), scores, {});
  for (Index i = 0; i < count; ++i) EXPECT_EQ(found.flags[i] >= 2, i >= 40);
}

TEST(Outliers, FindNobodyWhereAllAreEqual) {
  const Outliers found = find_outliers(made_analysis(Vector::Zero(5), 1), Matrix::Zero(5, 1), {});
  EXPECT_EQ(found.flags, Vector::Zero(5));
}

TEST(BoundedLoss, LiesBelowItsTangents) {
  for (const double at : {0.0, 0.3, 2.0, 50.0})
    for (const double other : {0.0, 0.1, 1.0, 10.0, 1e6}) {
      const double tangent = bounded_loss(at, 1.5) + loss_weight(at, 1.5) * (other - at);
      EXPECT_LE(bounded_loss(other, 1.5), tangent + 1e-12);
      EXPECT_LE(bounded_loss(other, 1.5), 1.5 * 1.5);
    }
}

// A fifth of the family is garbage, far away and along other directions.
struct Spoilt {
  Measure cloud = test::lattice(5);
  Matrix truth;
  MeasureFamily family;

  explicit Spoilt(std::uint64_t seed) {
    Random random(seed);
    truth = Matrix::Zero(2, 25);
    for (Index k = 0; k < 25; ++k) truth(0, k) = cloud.points(1, k) - 2;  // a shear
    const Matrix factors = 0.1 * test::normal_matrix(random, 1, 40);
    family = test::moved_lattice(cloud, {truth}, factors, 0.02, random);
    for (Index i = 0; i < 10; ++i) {
      const Matrix place = 3 * test::normal_matrix(random, 2, 1);
      family.append((3 * test::normal_matrix(random, 2, 25)).colwise() + place.col(0), cloud.weights,
                    "garbage");
    }
  }

  double angle(const Model& model) const {
    return angle_between(model.analysis.mean.weights, truth,
                         model.analysis.components[0].curve.atoms().direction());
  }
};

TEST(Robust, FindsTheDirectionAmongAFifthOfGarbage) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Spoilt spoilt(seed);
    FitOptions options = test::lattice_options(spoilt.cloud, 1);
    const Model plain = fit(spoilt.family, options);
    options.statistics.robust = true;
    const Model robust = fit(spoilt.family, options);
    EXPECT_GT(spoilt.angle(plain), 30);
    EXPECT_LT(spoilt.angle(robust), 10);
    ASSERT_TRUE(robust.statistics.robust);
    const Vector& weights = robust.statistics.robust->robust_weights;
    EXPECT_LT(weights.tail(10).maxCoeff(), 0.05);
    EXPECT_GT(weights.head(40).minCoeff(), 0.2);
    const std::vector<double>& objective = robust.statistics.robust->objective;
    for (std::size_t k = 1; k < objective.size(); ++k) EXPECT_LE(objective[k], objective[k - 1]);
  }
}

// Without garbage the bounded loss costs little.
TEST(Robust, StaysNearThePlainFitOfGoodMeasures) {
  const Spoilt spoilt(4);
  std::vector<Index> good(40);
  for (Index i = 0; i < 40; ++i) good[static_cast<std::size_t>(i)] = i;
  const MeasureFamily family = subset(spoilt.family, good);
  FitOptions options = test::lattice_options(spoilt.cloud, 1);
  const double plain = spoilt.angle(fit(family, options));
  options.statistics.robust = true;
  EXPECT_NEAR(spoilt.angle(fit(family, options)), plain, 2);
}

}  // namespace
}  // namespace wpga
