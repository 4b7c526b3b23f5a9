#include "wpga/barycenters/starting_support.hpp"

#include <gtest/gtest.h>

#include "barycenters/families.hpp"
#include "wpga/base/error.hpp"

namespace wpga {
namespace {

TEST(StartingSupport, PoolsAtomsByTheWeightOfTheirMeasure) {
  MeasureFamily family;
  const Matrix points = (Matrix(1, 2) << 0, 1).finished();
  family.append(points, Vector::Ones(2), "a");
  family.append(points.rightCols(1), Vector::Ones(1), "b");
  family.append(Matrix::Constant(1, 1, 7), Vector::Ones(1), "c");
  family.set_measure_weights((Vector(3) << 1, 3, 0).finished());
  const Measure pool = pooled_atoms(family);
  ASSERT_EQ(pool.size(), 2);
  EXPECT_DOUBLE_EQ(pool.weights[0], 0.125);
  EXPECT_DOUBLE_EQ(pool.weights[1], 0.875);
}

TEST(StartingSupport, TakesAllDistinctAtomsOrTwoHundredAndFiftySix) {
  EXPECT_EQ(support_size(pooled_atoms(random_family(2, 5, 2, 1)), {}), 10);
  const Measure pool = pooled_atoms(random_family(10, 50, 2, 1));
  EXPECT_EQ(support_size(pool, {}), 256);
  EXPECT_EQ(support_size(pool, 500), 500);
  EXPECT_THROW(support_size(pool, 501), InputError);
}

MeasureFamily even_family(Index measures, Index atoms) { return random_family(measures, atoms, 2, 1, true); }

TEST(StartingSupport, IsAMultipleOfTheAtomsWhereAllMeasuresHaveTheSameNumberOfEqualWeight) {
  const auto size_for = [](const MeasureFamily& family, std::optional<int> wanted = {}) {
    return support_size(family, pooled_atoms(family), wanted);
  };
  EXPECT_EQ(size_for(even_family(10, 100)), 200);
  EXPECT_EQ(size_for(even_family(10, 128)), 256);
  EXPECT_EQ(size_for(even_family(10, 100), 256), 256);
  EXPECT_EQ(size_for(even_family(3, 50)), 150);
  EXPECT_EQ(size_for(even_family(2, 300)), 256);
  EXPECT_EQ(size_for(random_family(10, 100, 2, 1)), 256);

  MeasureFamily uneven = even_family(10, 100);
  uneven.append(uneven[0].points.leftCols(99), Vector::Ones(99), "fewer");
  EXPECT_EQ(size_for(uneven), 256);
  Vector weights = Vector::Ones(11);
  weights[10] = 0;
  uneven.set_measure_weights(weights);
  EXPECT_EQ(size_for(uneven), 200);
}

TEST(StartingSupport, OfKMeansKeepsTheMean) {
  const Measure pool = pooled_atoms(random_family(5, 30, 3, 2));
  const Measure start = starting_support(pool, SupportStart::kmeans, 20, Random(1));
  EXPECT_EQ(start.size(), 20);
  EXPECT_LT((mean_of(start.view()) - mean_of(pool.view())).norm(), 1e-12);
}

TEST(StartingSupport, OfAGridHasEvenCells) {
  Matrix corners(2, 2);
  corners << 0, 8, 0, 2;
  const Measure pool = make_measure(corners, Vector::Ones(2));
  const Measure grid = starting_support(pool, SupportStart::grid, 16, Random(1));
  ASSERT_EQ(grid.size(), 16);
  EXPECT_DOUBLE_EQ(grid.points.row(0).minCoeff(), 0.5);
  EXPECT_DOUBLE_EQ(grid.points.row(1).maxCoeff(), 1.5);
  // One coordinate that never varies takes one layer.
  const Measure flat = make_measure((Matrix(2, 2) << 0, 1, 3, 3).finished(), Vector::Ones(2));
  const Measure line = starting_support(flat, SupportStart::grid, 10, Random(1));
  EXPECT_EQ(line.size(), 10);
  EXPECT_EQ(line.points.row(1).minCoeff(), 3);
}

}  // namespace
}  // namespace wpga
