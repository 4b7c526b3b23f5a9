#include "wpga/study/project.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "analysis/random_families.hpp"
#include "wpga/base/error.hpp"

namespace wpga {
namespace {

// A cloud that moves along x from −3 to 1, and along y from −1 to 2.
Analysis two_translations() {
  Random random(1);
  Analysis analysis{.mean = test::random_mean(random, 2, 6), .variance = 2};
  const auto way = [](double x, double y) -> Matrix { return Vector{{x, y}}.replicate(1, 6); };
  analysis.components.resize(2);
  analysis.components[0].curve = {way(3, 0), way(1, 0)};
  analysis.components[1].curve = {way(0, 1), way(0, 2)};
  return analysis;
}

// A translate of the mean stands at its shift on both axes; what is beyond an end stays there.
TEST(ProjectOn, PutsTranslatesOfTheMeanAtTheirShifts) {
  const Analysis analysis = two_translations();
  const Matrix shifts{{0, -3, 0.5, 2}, {0, 2, -0.5, 0}};
  const MeasureFamily family = test::translates(analysis.mean, shifts);
  const AnalysisProjections found = project_on(analysis, family, {}, {}, {});
  for (Index i = 0; i < 4; ++i) {
    const double x = std::clamp(shifts(0, i), -3.0, 1.0), y = std::clamp(shifts(1, i), -1.0, 2.0);
    EXPECT_NEAR(found.squared_distances_to_mean[i], shifts.col(i).squaredNorm(), 1e-12);
    EXPECT_NEAR(found.scores[0][i], x, 1e-4);
    EXPECT_NEAR(found.scores[1][i], y, 1e-4);
    EXPECT_NEAR(found.joint_scores(i, 0), x, 1e-4);
    EXPECT_NEAR(found.joint_scores(i, 1), y, 1e-4);
    const double left_x = std::pow(shifts(0, i) - x, 2), left_y = std::pow(shifts(1, i) - y, 2);
    EXPECT_NEAR(found.single[0].squared_distances[i], left_x + std::pow(shifts(1, i), 2), 1e-6);
    EXPECT_NEAR(found.joint.squared_distances(i, 1), left_x + left_y, 1e-6);
  }
  const HeldOutShares shares = held_out_shares(found, family);
  const double all = shifts.squaredNorm();
  EXPECT_NEAR(shares.held_out_explained[0], 1 - (shifts.row(1).squaredNorm() + 1) / all, 1e-6);
  EXPECT_NEAR(shares.held_out_cumulative[1], 1 - 1 / all, 1e-6);
  EXPECT_EQ(found.shortfalls().any(), false);
}

TEST(TimesOfScores, AreTheInverseOfJointScores) {
  const Analysis analysis = two_translations();
  Random random(2);
  const Matrix times = Matrix::NullaryExpr(20, 2, [&] { return random.uniform(); });
  const Matrix scores = joint_scores(analysis, times);
  EXPECT_LT((times_of_scores(analysis, scores) - times).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_NEAR(scores(0, 0), 4 * times(0, 0) - 3, 1e-12);
  // Beyond the ends there is no time.
  EXPECT_EQ(times_of_scores(analysis, Matrix{{-100, 100}}), (Matrix{{0, 1}}));
  EXPECT_THROW(times_of_scores(analysis, Matrix{{0, 0, 0}}), InputError);
  EXPECT_THROW(times_of_scores(analysis, Matrix{{0, std::numeric_limits<double>::quiet_NaN()}}), InputError);
}

TEST(JointScores, OfWhatIsLeftOutAreThoseOfTheMean) {
  const double left_out = std::numeric_limits<double>::quiet_NaN();
  const Matrix scores = joint_scores(two_translations(), Matrix{{left_out, 1}, {0, left_out}});
  EXPECT_LT((scores - Matrix{{0, 2}, {-3, 0}}).norm(), 1e-12);
}

TEST(Shortfalls, OfProjectionsAreSummed) {
  AnalysisProjections found;
  found.single.resize(2);
  found.single[0].not_converged = 1;
  found.single[1].contradictions = 2;
  found.joint.not_converged = 4;
  found.mean_shortfalls = {.unconverged_transports = 8, .contradictions = 16};
  EXPECT_EQ(found.shortfalls().unconverged_transports, 1 + 4 + 8);
  EXPECT_EQ(found.shortfalls().contradictions, 2 + 16);
  EXPECT_EQ(found.shortfalls(1).contradictions, 2);
}

}  // namespace
}  // namespace wpga
