#include "wpga/analysis/cone/arc_span.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

Matrix steps_of(const AtomSites& sites, Index atom, const std::vector<std::int32_t>& targets) {
  Matrix steps(sites.points.rows(), std::ssize(targets));
  for (Index i = 0; i < steps.cols(); ++i)
    steps.col(i) =
        sites.points.col(sites.atom[static_cast<std::size_t>(targets[static_cast<std::size_t>(i)])]) -
        sites.points.col(atom);
  return steps;
}

TEST(ArcSpan, HoldsEveryStepInAnOrthonormalBasis) {
  Random random(1);
  const AtomSites sites(test::random_mean(random, 60, 9));
  const std::vector<std::int32_t> targets = {1, 2, 5, 8};
  const ArcSpan span = arc_span(sites, 3, targets);
  ASSERT_EQ(span.basis.cols(), 4);
  EXPECT_LT((span.basis.transpose() * span.basis - Matrix::Identity(4, 4)).norm(), 1e-14);
  const Matrix steps = steps_of(sites, 3, targets);
  EXPECT_LT((span.basis * span.steps - steps).norm(), 1e-13 * steps.norm());
}

// Atoms of a plane: however many arcs leave one, they see two dimensions.
TEST(ArcSpan, HasNoMoreDimensionsThanTheSteps) {
  Random random(2);
  Measure mean = test::random_mean(random, 2, 9);
  mean.points = (test::normal_matrix(random, 50, 2) * mean.points).eval();
  const AtomSites sites(mean);
  const std::vector<std::int32_t> targets = {1, 2, 3, 4, 5, 6};
  const ArcSpan span = arc_span(sites, 0, targets);
  EXPECT_EQ(span.basis.cols(), 2);
  const Matrix steps = steps_of(sites, 0, targets);
  EXPECT_LT((span.basis * span.steps - steps).norm(), 1e-11 * steps.norm());
}

TEST(ArcSpan, IsWholeInFewDimensionsAndForManyArcs) {
  Random random(3);
  EXPECT_TRUE(arc_span(AtomSites(test::random_mean(random, 3, 9)), 0, {1}).whole());
  EXPECT_TRUE(
      arc_span(AtomSites(test::random_mean(random, 20, 14)), 0, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}).whole());
  EXPECT_FALSE(arc_span(AtomSites(test::random_mean(random, 20, 14)), 0, {1, 2, 3}).whole());
}

// A mean of one site: the metric alone is left, which needs no block.
TEST(ArcSpan, HasNoDimensionWhereNoArcLeaves) {
  Random random(4);
  const AtomSites sites(test::random_mean(random, 40, 5));
  EXPECT_FALSE(arc_span(sites, 0, {}).whole());
  EXPECT_EQ(arc_span(sites, 0, {}).dimension_in(40), 0);
}

}  // namespace
}  // namespace wpga
