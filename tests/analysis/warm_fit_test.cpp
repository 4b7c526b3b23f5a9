#include "wpga/analysis/fit/warm_fit.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"
#include "wpga/analysis/fit/majoriser.hpp"

namespace wpga {
namespace {

// One cloud whose atoms are far apart, each measure moved a little: every optimal plan keeps the atoms'
// order, so that means and curves are those of linear algebra.
struct Moved {
  Measure cloud;
  MeasureFamily family;
  Matrix field;

  Moved(std::uint64_t seed, Index count, double noise) {
    Random random(seed);
    Matrix points(2, 9);
    for (Index k = 0; k < 9; ++k) points.col(k) << static_cast<double>(k % 3), static_cast<double>(k / 3);
    cloud = {points, Vector::Constant(9, 1.0 / 9)};
    field = test::normal_matrix(random, 2, 9);
    for (Index i = 0; i < count; ++i) {
      const Matrix moved =
          points + 0.05 * (0.5 + random.normal()) * field + noise * test::normal_matrix(random, 2, 9);
      family.append(moved, cloud.weights, std::to_string(i));
    }
  }
};

// Atoms move to the average of their images, wherever they begin.
TEST(WarmFit, FindsTheMeanOfOtherMeasures) {
  const Moved moved(3, 12, 0.01);
  const std::vector<Index> some = {0, 2, 5, 7};
  const MeasureFamily measures = subset(moved.family, some);
  FamilyCouplings couplings(measures, {}, moved.cloud.weights);
  const MeanNear mean = mean_near(moved.cloud, couplings, 1e-6, 8, {});
  const Measure& found = mean.measure;
  EXPECT_TRUE(mean.settled);
  EXPECT_EQ(mean.unconverged_transports, 0);
  Matrix average = Matrix::Zero(2, 9);
  for (Index i = 0; i < 4; ++i) average += measures[i].points / 4;
  EXPECT_LT((found.points - average).norm(), 1e-6);
  EXPECT_GT((moved.cloud.points - average).norm(), 1e-2);
}

// Two atoms of the mean that share every image have the same average, to the last digit: between atoms a hair
// apart the program of optimal maps does not come to an end.
TEST(WarmFit, AtomsThatMeetAreAtOnePlace) {
  const Moved moved(6, 5, 0.01);
  Random random(7);
  Matrix doubled(2, 18);
  doubled << moved.cloud.points, moved.cloud.points;
  doubled += 0.03 * test::normal_matrix(random, 2, 18);
  const Measure begin{doubled, Vector::Constant(18, 1.0 / 18)};
  FamilyCouplings couplings(moved.family, {}, begin.weights);
  const Measure found = mean_near(begin, couplings, 1e-9, 20, {}).measure;
  EXPECT_EQ(found.points.leftCols(9), found.points.rightCols(9));
  EXPECT_NE(begin.points.leftCols(9), begin.points.rightCols(9));
  for (Index k = 1; k < 9; ++k) EXPECT_GT((found.points.col(k) - found.points.col(0)).norm(), 0.5);
}

// A step that is given one iteration of the cone program, and passes that are too few, are told.
TEST(WarmFit, TellsWhatItLeftUnfinished) {
  const Moved moved(5, 15, 0.3);
  FamilyCouplings couplings(moved.family, {}, moved.cloud.weights);
  EXPECT_FALSE(mean_near(moved.cloud, couplings, 0, 1, {}).settled);
  GeodesicOptions options;
  options.cone_iterations = 1;
  WarmCurves warm{{{moved.field, moved.field}}, Matrix::Constant(15, 1, 0.5), 1};
  move_downhill(moved.cloud, warm, couplings, {}, options, {});
  EXPECT_GT(warm.shortfalls.unfinished_cone_steps, 0);
  options = {};
  options.tolerance = 0;
  options.iterations = 1;
  WarmCurves once{{{moved.field, moved.field}}, Matrix::Constant(15, 1, 0.5), 1};
  move_downhill(moved.cloud, once, couplings, {}, options, {});
  EXPECT_FALSE(once.settled);
}

TEST(WarmFit, StaysAtAMeanThatIsOneAlready) {
  const Moved moved(4, 6, 0.01);
  FamilyCouplings couplings(moved.family, {}, moved.cloud.weights);
  const Measure once = mean_near(moved.cloud, couplings, 1e-9, 20, {}).measure;
  const Measure twice = mean_near(once, couplings, 1e-9, 20, {}).measure;
  EXPECT_LT((once.points - twice.points).norm(), 1e-6);
}

// From a curve in another direction to the one along which the measures were moved.
TEST(WarmFit, TurnsACurveToTheDirectionOfTheMeasures) {
  const Moved moved(5, 15, 0);
  FamilyCouplings couplings(moved.family, {}, moved.cloud.weights);
  const Measure mean = mean_near(moved.cloud, couplings, 1e-9, 20, {}).measure;
  Random random(9);
  const Matrix wrong = 0.1 * (moved.field + 0.5 * test::normal_matrix(random, 2, 9));
  WarmCurves warm{{{wrong, wrong}}, Matrix::Constant(15, 1, 0.5), 1};
  GeodesicOptions options;
  options.tolerance = 1e-9;
  options.iterations = 100;
  move_downhill(mean, warm, couplings, {}, options, {});
  ASSERT_EQ(warm.curves.size(), 1u);
  const Matrix direction = warm.curves[0].direction();
  const double cosine =
      inner_product(mean.weights, direction, moved.field) /
      std::sqrt(squared_norm(mean.weights, direction) * squared_norm(mean.weights, moved.field));
  EXPECT_GT(std::abs(cosine), 1 - 1e-6);
  EXPECT_EQ(warm.times.rows(), 15);
}

TEST(WarmFit, HasNothingToGoOnFromWithoutADescent) {
  EXPECT_TRUE(can_go_on({}));
  GeodesicOptions paper;
  paper.algorithm = FitAlgorithm::paper;
  EXPECT_FALSE(can_go_on(paper));
  GeodesicOptions translation;
  translation.curve = CurveKind::translation;
  EXPECT_FALSE(can_go_on(translation));
}

}  // namespace
}  // namespace wpga
