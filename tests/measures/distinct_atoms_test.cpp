#include "wpga/measures/distinct_atoms.hpp"

#include <gtest/gtest.h>

#include "wpga/base/random.hpp"

namespace wpga {
namespace {

TEST(MergeDuplicates, AddsTheWeightsOfEqualPointsInOrderOfFirstAppearance) {
  const Measure measure{Matrix{{2, 0.0, 2, 1, -0.0}, {3, 0, 3, 3, 0}},
                        Vector{{0.125, 0.25, 0.25, 0.125, 0.25}}};
  const DistinctAtoms distinct = merge_duplicates(measure.view());
  EXPECT_EQ(distinct.measure.points, (Matrix{{2, 0, 1}, {3, 0, 3}}));
  EXPECT_EQ(distinct.measure.weights, (Vector{{0.375, 0.5, 0.125}}));
  EXPECT_EQ(distinct.place_of, (std::vector<std::int32_t>{0, 1, 0, 2, 1}));
}

TEST(MergeDuplicates, LosesNoPoint) {
  Random random(1);
  const Index n = 5000;
  const Matrix points = Matrix::NullaryExpr(2, n, [&] { return static_cast<double>(random.below(40)); });
  const Measure measure{points, Vector::Constant(n, 1.0 / static_cast<double>(n))};
  const DistinctAtoms distinct = merge_duplicates(measure.view());
  EXPECT_LE(distinct.measure.size(), 1600);
  for (Index k = 0; k < n; ++k)
    EXPECT_EQ(distinct.measure.points.col(distinct.place_of[static_cast<std::size_t>(k)]), points.col(k));
  EXPECT_EQ(merge_duplicates(distinct.measure.view()).measure.size(), distinct.measure.size());
}

}  // namespace
}  // namespace wpga
