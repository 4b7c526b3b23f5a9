#include "wpga/barycenters/fixed_support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "barycenters/families.hpp"
#include "wpga/barycenters/linear_program.hpp"
#include "wpga/base/error.hpp"

namespace wpga {
namespace {

Matrix cell_centers(Index rows, Index columns) {
  Matrix points(2, rows * columns);
  for (Index k = 0; k < points.cols(); ++k)
    points.col(k) << static_cast<double>(k % columns) + 0.5, static_cast<double>(k / columns) + 0.5;
  return points;
}

// Random blobs on a grid of 6 × 9 cells, empty in places.
MeasureFamily grid_family(Index count, std::uint64_t seed) {
  Random random(seed);
  MeasureFamily family(Space{.kind = Kind::shape, .grid = {6, 9}});
  const Matrix cells = cell_centers(6, 9);
  for (Index i = 0; i < count; ++i) {
    Vector center(2);
    center << random.uniform(2, 7), random.uniform(2, 4);
    const Vector weights = Vector::NullaryExpr(cells.cols(), [&](Index k) {
      const double squared = (cells.col(k) - center).squaredNorm();
      return squared < 6 ? std::exp(-squared / 2) + 0.1 * random.uniform() : 0.0;
    });
    family.append(cells, weights, std::to_string(i));
  }
  return family;
}

// Kernels that underflow in ordinary numbers: what comes out is nearly the mean without regularisation.
TEST(FixedSupport, IsNearTheLinearProgramForTinyRegularization) {
  const MeasureFamily family = grid_family(4, 2);
  const Mean mean = fixed_support_mean(family, cell_centers(6, 9),
                                       {.regularization = 2e-4, .tolerance = 1e-3, .iterations = 5000});
  const Mean least = linear_program_mean(family, cell_centers(6, 9), {});
  EXPECT_TRUE(mean.convergence.converged());
  EXPECT_NEAR(mean.variance, least.variance, 1e-4 * least.variance);
}

TEST(FixedSupport, OnAGridIsTheSameByAxesAndByMatrices) {
  MeasureFamily family = grid_family(5, 3);
  family.set_measure_weights(Vector::LinSpaced(5, 1, 2));
  for (const FixedAlgorithm algorithm : {FixedAlgorithm::bregman, FixedAlgorithm::debiased}) {
    const FixedSupportOptions options{.algorithm = algorithm, .regularization = 0.02, .prune = 0};
    const Mean by_axes = grid_mean(family, options);
    const Mean by_matrices = fixed_support_mean(family, cell_centers(6, 9), options);
    EXPECT_EQ(by_axes.measure.points, by_matrices.measure.points);
    EXPECT_LT((by_axes.measure.weights - by_matrices.measure.weights).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_NEAR(by_axes.variance, by_matrices.variance, 1e-8);
  }
}

TEST(FixedSupport, IsNeverBelowTheLinearProgram) {
  const MeasureFamily family = grid_family(4, 4);
  const Matrix cells = cell_centers(6, 9);
  const Mean least = linear_program_mean(family, cells, {});
  ASSERT_TRUE(least.convergence.converged());
  for (const FixedAlgorithm algorithm :
       {FixedAlgorithm::bregman, FixedAlgorithm::debiased, FixedAlgorithm::subgradient}) {
    const Mean mean = grid_mean(family, {.algorithm = algorithm});
    EXPECT_GE(mean.variance, least.variance * (1 - 1e-9)) << name_of(algorithm);
    EXPECT_LE(mean.variance, least.variance * 1.2) << name_of(algorithm);
  }
}

TEST(FixedSupport, BySubgradientsApproachesTheLinearProgram) {
  const MeasureFamily family = grid_family(4, 5);
  const Mean least = linear_program_mean(family, cell_centers(6, 9), {});
  const Mean mean = grid_mean(
      family, {.algorithm = FixedAlgorithm::subgradient, .tolerance = 1e-5, .iterations = 1000, .prune = 0});
  EXPECT_LE(mean.variance, least.variance * 1.02);
  EXPECT_TRUE(std::ranges::is_sorted(mean.objective, std::greater<>()));
}

// The debiased mean of one measure is that measure (Janati, Cuturi & Gramfort 2020); the plain one is a blur.
TEST(FixedSupport, DebiasedMeanOfOneMeasureIsThatMeasure) {
  const MeasureFamily family = grid_family(1, 6);
  const FixedSupportOptions plain{.regularization = 0.05, .tolerance = 1e-7};
  FixedSupportOptions debiased = plain;
  debiased.algorithm = FixedAlgorithm::debiased;
  EXPECT_LT(grid_mean(family, debiased).variance, 0.01 * grid_mean(family, plain).variance);
}

TEST(FixedSupport, ReportsTheMassItPrunes) {
  const MeasureFamily family = grid_family(3, 7);
  for (const double share : {0.0, 1e-4, 0.01, 0.2}) {
    const Mean mean = grid_mean(family, {.regularization = 0.05, .prune = share});
    EXPECT_LE(*mean.mass_lost, share);
    EXPECT_NEAR(mean.measure.weights.sum(), 1, 1e-12);
    EXPECT_GT(*mean.mass_lost + mean.measure.weights.minCoeff() * (1 - *mean.mass_lost), share * (1 - 1e-9));
  }
}

TEST(FixedSupport, HasTheSameBitsForAnyNumberOfThreads) {
  const MeasureFamily family = grid_family(70, 8);
  for (const FixedAlgorithm algorithm : {FixedAlgorithm::bregman, FixedAlgorithm::subgradient}) {
    const FixedSupportOptions options{.algorithm = algorithm, .iterations = 20};
    const Mean one = grid_mean(family, options, {.threads = 1}),
               two = grid_mean(family, options, {.threads = 2});
    EXPECT_EQ(one.measure.weights, two.measure.weights);
    EXPECT_EQ(one.objective, two.objective);
  }
}

TEST(FixedSupport, KnowsWhetherThereIsAGrid) {
  EXPECT_TRUE(lives_on_grid(grid_family(2, 9)));
  EXPECT_FALSE(lives_on_grid(random_family(2, 5, 2, 9)));
  EXPECT_THROW(grid_mean(random_family(2, 5, 2, 9), {}), InputError);
  MeasureFamily off = grid_family(1, 9);
  off.append(Matrix::Constant(2, 1, 1.25), Vector::Ones(1), "off");
  EXPECT_FALSE(lives_on_grid(off));
  EXPECT_THROW(fixed_support_mean(off, Matrix::Zero(3, 1), {}), InputError);
}

}  // namespace
}  // namespace wpga
