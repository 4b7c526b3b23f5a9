#include "wpga/barycenters/linear_program.hpp"

#include <gtest/gtest.h>

#include "barycenters/families.hpp"
#include "wpga/barycenters/free_support.hpp"
#include "wpga/base/error.hpp"
#include "wpga/numerics/linear_programming.hpp"
#include "wpga/transport/displacement.hpp"

namespace wpga {
namespace {

// Every arc at once, no column generation: a second solver.
double whole_program(const MeasureFamily& family, const Matrix& support) {
  const Index p = support.cols();
  std::vector<double> right;
  std::vector<int> atom_row, support_row;
  for (Index i = 0; i < family.count(); ++i) {
    atom_row.push_back(static_cast<int>(right.size()));
    for (const double weight : family[i].weights) right.push_back(weight);
    support_row.push_back(static_cast<int>(right.size()));
    right.insert(right.end(), static_cast<std::size_t>(p), 0.0);
  }
  LinearProgram program(VectorView(right.data(), static_cast<Index>(right.size())));
  for (int k = 0; k < p; ++k) {
    std::vector<ColumnEntry> entries;
    for (const int row : support_row) entries.push_back({row + k, -1.0});
    program.add_column(0, entries);
  }
  for (Index i = 0; i < family.count(); ++i)
    for (int k = 0; k < p; ++k)
      for (int j = 0; j < family[i].size(); ++j) {
        const ColumnEntry entries[] = {{atom_row[static_cast<std::size_t>(i)] + j, 1.0},
                                       {support_row[static_cast<std::size_t>(i)] + k, 1.0}};
        program.add_column(
            family.measure_weight(i) * (support.col(k) - family[i].points.col(j)).squaredNorm(), entries);
      }
  return program.solve().value;
}

TEST(LinearProgramMean, AgreesWithTheWholeProgram) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    MeasureFamily family = random_family(4, 9, 2, seed);
    family.set_measure_weights(Vector::LinSpaced(4, 1, 3));
    Random random(seed + 100);
    const Matrix support = random_points(2, 12, random);
    const Mean mean = linear_program_mean(family, support, {});
    EXPECT_TRUE(mean.convergence.converged());
    EXPECT_NEAR(mean.variance, whole_program(family, support), 1e-8);
    EXPECT_LT(*mean.gap, 1e-8 * mean.variance);
    EXPECT_NEAR(mean.measure.weights.sum(), 1, 1e-12);
  }
}

// On the atoms of a free mean the program can only do better than the weights found there; and no measure at
// all does better than the multimarginal optimum.
TEST(LinearProgramMean, LiesBetweenFreeSupportAndTheMultimarginalOptimum) {
  const MeasureFamily family = random_family(3, 8, 2, 4);
  const Mean free = free_support_mean(family, {}, {.support = 14, .weights = MeanWeights::optimize});
  const Mean program = linear_program_mean(family, free.measure.points, {});
  const Mean exact = multimarginal_mean(family, {});
  EXPECT_LE(program.variance, free.variance * (1 + 1e-9));
  EXPECT_LE(exact.variance, program.variance * (1 + 1e-9));
  EXPECT_LT(*exact.gap, 1e-8 * exact.variance);
}

TEST(LinearProgramMean, FindsTheMultimarginalOptimumOnItsAtoms) {
  const MeasureFamily family = random_family(3, 7, 3, 5);
  const Mean exact = multimarginal_mean(family, {});
  const Mean program = linear_program_mean(family, exact.measure.points, {});
  EXPECT_NEAR(program.variance, exact.variance, 1e-9 * exact.variance);
}

TEST(LinearProgramMean, IsAMeasureItselfWhenAllTheWeightIsOnIt) {
  MeasureFamily family = random_family(3, 10, 2, 6);
  family.set_measure_weights(Vector::Unit(3, 1));
  const Mean mean = linear_program_mean(family, pooled_atoms(random_family(3, 10, 2, 6)).points, {});
  EXPECT_LT(mean.variance, 1e-12);
  EXPECT_EQ(mean.measure.size(), 10);
  EXPECT_LT(multimarginal_mean(family, {}).variance, 1e-12);
}

// The midpoint of a geodesic halves the distance to both ends.
TEST(MultimarginalMean, OfTwoMeasuresIsTheMidpoint) {
  const MeasureFamily family = random_family(2, 12, 2, 7);
  const double squared = couple(family[0], family[1], {}).value.primal;
  const Mean mean = multimarginal_mean(family, {});
  EXPECT_NEAR(mean.squared_distances[0], squared / 4, 1e-9);
  EXPECT_NEAR(mean.squared_distances[1], squared / 4, 1e-9);
}

TEST(LinearProgramMean, RefusesWhatIsTooLarge) {
  const MeasureFamily family = random_family(4, 9, 2, 8);
  EXPECT_THROW(linear_program_mean(family, family.points(), {.rows = 50}), InputError);
  EXPECT_THROW(linear_program_mean(MeasureFamily(), Matrix::Zero(2, 1), {}), InputError);
  EXPECT_THROW(linear_program_mean(family, Matrix::Zero(3, 4), {}), InputError);
}

}  // namespace
}  // namespace wpga
