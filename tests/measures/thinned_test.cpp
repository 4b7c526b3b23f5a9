#include "wpga/measures/thinned.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace wpga {
namespace {

Measure random_measure(Index dimension, Index atoms) {
  std::srand(3);
  const Vector weights = Vector::Random(atoms).array().abs() + 0.01;
  return {Matrix::Random(dimension, atoms), weights / weights.sum()};
}

TEST(Thinned, LeavesSmallMeasuresAlone) {
  const Measure measure = random_measure(2, 30);
  EXPECT_EQ(thinned(measure, 30).points, measure.points);
}

TEST(Thinned, KeepsMassAndMeanOnALattice) {
  for (const Index d : {1, 2, 3}) {
    const Measure measure = random_measure(d, 500);
    const Measure few = thinned(measure, 64);
    EXPECT_LE(few.size(), 64);
    EXPECT_NEAR(few.weights.sum(), 1, 1e-12);
    EXPECT_LT((mean_of(few.view()) - mean_of(measure.view())).norm(), 1e-12);
  }
}

TEST(Thinned, DrawsByMassInManyDimensions) {
  Measure measure = random_measure(5, 1000);
  measure.weights.setConstant(1e-9);
  measure.weights[17] = 1 - 999e-9;
  const Measure few = thinned(measure, 10);
  ASSERT_EQ(few.size(), 10);
  for (Index k = 0; k < 10; ++k) EXPECT_EQ(few.points.col(k), measure.points.col(17));
}

TEST(PixelsTogether, BlocksHoldTheirMass) {
  Measure shape{Matrix{{0.5, 1.5, 2.5}, {0.5, 1.5, 0.5}}, Vector{{0.2, 0.3, 0.5}}};
  const Measure blocks = pixels_together(shape, 2);
  ASSERT_EQ(blocks.size(), 2);
  EXPECT_DOUBLE_EQ(blocks.weights[0], 0.5);
  EXPECT_NEAR((blocks.points.col(0) - Vector{{1.1, 1.1}}).norm(), 0, 1e-12);
}

}  // namespace
}  // namespace wpga
