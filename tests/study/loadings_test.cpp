#include "wpga/study/statistics/loadings.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/random_families.hpp"
#include "wpga/base/error.hpp"

namespace wpga {
namespace {

Analysis with_curve(const Measure& mean, GeneralizedGeodesic curve) {
  Analysis analysis{.mean = mean};
  Component component;
  component.curve = std::move(curve);
  analysis.components.push_back(std::move(component));
  return analysis;
}

// A translation moves every marginal by itself, in the units of the data.
TEST(Loadings, OfATranslationAreThoseOfItsDirection) {
  Random random(1);
  const Measure mean = test::random_mean(random, 3, 10);
  const Vector step{{3, 0, 4}};
  const Matrix field = step.replicate(1, 10);
  const Space space{.axes = {"FSC", "", "CD4"}, .center = {1, 2, 3}, .scale = {10, 1, 0.5}};
  const Loadings found = find_loadings(with_curve(mean, {0.25 * field, 0.75 * field}), space);
  EXPECT_EQ(found.axes, (std::vector<std::string>{"FSC", "x2", "CD4"}));
  EXPECT_NEAR(found.loadings(0, 0), 9.0 / 25, 1e-12);
  EXPECT_NEAR(found.loadings(0, 2), 16.0 / 25, 1e-12);
  EXPECT_NEAR(found.loadings.sum(), 1, 1e-12);
  EXPECT_NEAR(found.shift(0, 0), 30, 1e-9);
  EXPECT_NEAR(found.shift(0, 2), 2, 1e-9);
  EXPECT_NEAR(found.marginal(0, 0), 30, 1e-6);
  EXPECT_NEAR(found.spread(0, 0), 1, 1e-9);
}

// Stretching about the mean moves no marginal's mean, and doubles its spread.
TEST(Loadings, TellStretchingFromShifting) {
  Random random(2);
  Measure mean = test::uniform_mean(random, 2, 30);
  mean.points.colwise() -= Vector(mean.points.rowwise().mean());
  Matrix field = Matrix::Zero(2, 30);
  field.row(1) = mean.points.row(1);
  const Loadings found = find_loadings(with_curve(mean, {Matrix::Zero(2, 30), field}), {});
  EXPECT_NEAR(found.loadings(0, 1), 1, 1e-12);
  EXPECT_NEAR(found.shift(0, 1), 0, 1e-12);
  EXPECT_NEAR(found.spread(0, 1), 2, 1e-9);
  EXPECT_NEAR(found.marginal(0, 1), std::sqrt(mean.points.row(1).squaredNorm() / 30), 1e-6);
}

TEST(Loadings, NameTheAtomsThatMoveMost) {
  Random random(3);
  const Measure mean = test::uniform_mean(random, 2, 5);
  Matrix field = Matrix::Zero(2, 5);
  field.col(3) << 3, 0;
  field.col(1) << 0, 1;
  const auto movers = largest_movers(with_curve(mean, {Matrix::Zero(2, 5), field}), {}, 0, 2);
  ASSERT_EQ(movers.size(), 2u);
  EXPECT_EQ(movers[0].atom, 3);
  EXPECT_NEAR(movers[0].share, 0.9, 1e-12);
  EXPECT_EQ(movers[1].atom, 1);
  EXPECT_LT((movers[0].to - movers[0].from - Vector{{3, 0}}).norm(), 1e-12);
}

TEST(Loadings, FindAxesByNameAndNumber) {
  const Space space{.axes = {"CD4", "CD8", "3"}};
  const std::vector<std::string> names = {"CD8", "CD4"}, number = {"2"}, word = {"3"}, unknown = {"CD5"},
                                 twice = {"CD4", "1"};
  EXPECT_EQ(axes_named(names, space, 3), (std::vector<Index>{1, 0}));
  EXPECT_EQ(axes_named(number, space, 3), (std::vector<Index>{1}));
  EXPECT_EQ(axes_named(word, space, 3), (std::vector<Index>{2}));
  EXPECT_THROW(axes_named(unknown, space, 3), InputError);
  EXPECT_THROW(axes_named(twice, space, 3), InputError);
  // Columns that were transformed keep their names; two transforms of one column do not.
  const Space transformed{.axes = {"asinh FL1-H/5", "log10 FL1-A", "asinh FL1/150", "asinh FL1/2.5"}};
  const std::vector<std::string> columns = {"FL1-A", "FL1-H"}, both = {"FL1"}, part = {"FL1-"};
  EXPECT_EQ(axes_named(columns, transformed, 4), (std::vector<Index>{1, 0}));
  EXPECT_THROW(axes_named(both, transformed, 4), InputError);
  EXPECT_THROW(axes_named(part, transformed, 4), InputError);
  const Space seen = seen_on(space, {2, 0}, 3);
  EXPECT_EQ(seen.axes, (std::vector<std::string>{"3", "CD4"}));
}

TEST(Loadings, AreRefusedWithoutMotion) {
  Random random(4);
  EXPECT_THROW(find_loadings({.mean = test::uniform_mean(random, 2, 3)}, {}), InputError);
}

}  // namespace
}  // namespace wpga
