#include "wpga/measures/common_space.hpp"

#include <gtest/gtest.h>

#include "measures/line_family.hpp"
#include "wpga/base/error.hpp"

namespace wpga {
namespace {

using test::line_family;

TEST(CommonSpace, KnowsWhenTwoFamiliesShareASpace) {
  MeasureFamily plane, line, palette(Space{.kind = Kind::palette});
  plane.append(Matrix{{1}, {2}}, Vector{{1}}, "plane");
  line.append(Matrix{{1}}, Vector{{1}}, "line");
  EXPECT_NO_THROW(require_same_space(plane, plane));
  EXPECT_THROW(require_same_space(plane, line), InputError);
  palette.append(Matrix{{1}, {2}}, Vector{{1}}, "palette");
  EXPECT_THROW(require_same_space(plane, palette), InputError);
}

TEST(CommonSpace, CentringPutsEveryMeanAtZeroAndMovesNothingElse) {
  MeasureFamily family(Space{.kind = Kind::shape, .grid = {4, 4}});
  family.append(Matrix{{1, 3}, {2, 2}}, Vector{{1, 3}}, "a", "label");
  const MeasureFamily moved = centered(family);
  EXPECT_LT(mean_of(moved[0]).norm(), 1e-15);
  EXPECT_DOUBLE_EQ(variance_of(moved[0]), variance_of(family[0]));
  EXPECT_EQ(moved.labels(), family.labels());
  EXPECT_TRUE(moved.space().grid.empty());
}

TEST(CommonSpace, StandardisesSeveralFamiliesByOneMeanAndOneScale) {
  MeasureFamily a = line_family({0, 1}), b = line_family({0, 100});
  standardize_pooled({&a, &b});
  EXPECT_EQ(a.space().scale, b.space().scale);
  EXPECT_NEAR(a.points().sum() + b.points().sum(), 0, 1e-12);
  EXPECT_NEAR(a.points().squaredNorm() + b.points().squaredNorm(), 4, 1e-12);
}

TEST(CommonSpace, OnlyMovesACoordinateThatNeverVaries) {
  MeasureFamily family = line_family({3, 3});
  standardize_pooled({&family});
  EXPECT_EQ(family.points().norm(), 0);
  EXPECT_EQ(family.space().scale, std::vector<double>{1});
}

TEST(CommonSpace, StandardisesNewDataWithTheNumbersOfTheModel) {
  MeasureFamily model = line_family({1, 2, 6}), fresh = line_family({6});
  standardize_pooled({&model});
  enter_space(fresh, model.space(), 1);
  EXPECT_EQ(fresh[0].points, model[2].points);
  EXPECT_EQ(fresh.space(), model.space());
  EXPECT_NO_THROW(enter_space(fresh, model.space(), 1));
}

TEST(CommonSpace, KeepsDataFromElsewhereOutOfAModel) {
  MeasureFamily family = line_family({1, 2}), standardized = line_family({1, 2});
  EXPECT_THROW(enter_space(family, family.space(), 2), InputError);
  EXPECT_THROW(enter_space(family, Space{.kind = Kind::histogram}, 1), InputError);
  standardize_pooled({&standardized});
  EXPECT_THROW(enter_space(standardized, Space{}, 1), InputError);
}

}  // namespace
}  // namespace wpga
