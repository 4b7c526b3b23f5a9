#include "wpga/study/statistics/refit.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "neighbours/affine_families.hpp"
#include "wpga/study/fit.hpp"

namespace wpga {
namespace {

// Of translates, the axes of tangent PCA are those of the shifts, as long as the shifts are spread.
TEST(LeadingAxes, OfTranslatesAreThoseOfTheirShifts) {
  Random random(1);
  const test::Translates e = test::translates_with_axes(random, 3, 9, 12);
  const Analysis found = leading_axes(e.family, e.mean, {}, 5, {});
  EXPECT_NEAR(found.variance, e.variances.sum(), 1e-6 * e.variances.sum());
  ASSERT_EQ(found.components.size(), 3u);  // no more than the shifts have
  for (Index c = 0; c < 3; ++c) {
    const Matrix direction = found.components[static_cast<std::size_t>(c)].curve.atoms().direction();
    EXPECT_NEAR(std::abs(direction.col(0).normalized().dot(e.axes.col(c))), 1, 1e-5);
    const Vector positions = e.centered.transpose() * e.axes.col(c);
    EXPECT_NEAR(direction.col(0).norm(), positions.maxCoeff() - positions.minCoeff(), 1e-4);
  }
}

class RefitOfTranslates : public testing::Test {
 protected:
  RefitOfTranslates() {
    Random random(2);
    e = test::translates_with_axes(random, 2, 9, 14);
    options.components = 1.0;
    options.mean.method = MeanMethod::free;
    analysis = fit(e.family, options).analysis;
    settled_options = settled(options);
  }
  FittedFamily fitted() const { return {e.family, analysis, settled_options}; }

  // The leading axis of some of the shifts, weighted.
  Vector axis_of(std::span<const Index> chosen, const Vector& weights) const {
    const Matrix shifts = e.centered(Eigen::all, chosen);
    const Vector share = weights / weights.sum();
    const Matrix centered = shifts.colwise() - Vector(shifts * share);
    return Eigen::SelfAdjointEigenSolver<Matrix>(centered * share.asDiagonal() * centered.transpose())
        .eigenvectors()
        .col(1);
  }
  static double cosine(const Analysis& found, const Vector& axis) {
    return std::abs(found.components.at(0).curve.atoms().direction().rowwise().mean().normalized().dot(axis));
  }

  test::Translates e;
  FitOptions options, settled_options;
  Analysis analysis;
};

// Mean and direction of a part are those of its shifts, though the refit begins at those of all.
TEST_F(RefitOfTranslates, OfAPartIsThatOfItsShifts) {
  const Execution execution;
  Refit refit(fitted(), execution);
  for (const std::vector<Index>& chosen :
       {std::vector<Index>{0, 1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12, 13}, {0, 0, 3, 9, 13}}) {
    const Vector even = Vector::Ones(std::ssize(chosen));
    const Analysis found = refit(chosen);
    EXPECT_GT(cosine(found, axis_of(chosen, even)), 0.999);
    const Vector shift = e.centered(Eigen::all, chosen).rowwise().mean();
    EXPECT_LT((mean_of(found.mean.view()) - mean_of(e.mean.view()) - shift).norm(), 0.02);
  }
}

TEST_F(RefitOfTranslates, FollowsWeightsThatAreGiven) {
  const Execution execution;
  Refit refit(fitted(), execution);
  std::vector<Index> all(14);
  std::iota(all.begin(), all.end(), 0);
  Vector weights = Vector::Constant(14, 0.02);
  weights.head(3).setOnes();
  const Analysis found = refit(all, weights);
  EXPECT_GT(cosine(found, axis_of(all, weights)), 0.999);
}

TEST_F(RefitOfTranslates, ScoresAreThoseOfTheShifts) {
  const Execution execution;
  Refit refit(fitted(), execution);
  const Vector scores = refit.scores_on(analysis).col(0), positions = e.centered.transpose() * e.axes.col(0);
  EXPECT_GT(test::correlation(scores, positions), 0.9999);
  EXPECT_NEAR(scores.norm(), positions.norm(), 1e-2 * positions.norm());
}

TEST(Refit, KeepsAtomsWhereOnlyPlacesOfTheMeanMove) {
  const MeasureFamily family;
  const Analysis analysis;
  FitOptions options;
  options.mean.method = MeanMethod::free;
  EXPECT_TRUE(Refit::keeps_atoms({family, analysis, options}));
  EXPECT_TRUE(Refit::begins_on_axes(options, false));
  options.mean.method = MeanMethod::fixed;  // weights change, and with them which atom is which
  EXPECT_FALSE(Refit::keeps_atoms({family, analysis, options}));
  EXPECT_TRUE(Refit::keeps_atoms({family, analysis, options, true}));
  options.method = Method::euclidean;
  EXPECT_FALSE(Refit::keeps_atoms({family, analysis, options, true}));
  EXPECT_FALSE(Refit::begins_on_axes(options, true));
}

}  // namespace
}  // namespace wpga
