#include "wpga/transport/entropic/shared_kernel.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "transport/clouds.hpp"

namespace wpga {
namespace {

TEST(Histogram, AddsUpTheAtomsOfAPlace) {
  Random random(1);
  const Measure measure = test::random_cloud(2, 50, 2);
  std::vector<std::int32_t> place_of(50);
  for (std::int32_t& place : place_of) place = static_cast<std::int32_t>(random.below(12));
  std::map<Index, double> expected;
  for (Index j = 0; j < 50; ++j) expected[place_of[static_cast<std::size_t>(j)]] += measure.weights[j];
  const Histogram histogram = histogram_of(measure.view(), place_of.data());
  ASSERT_EQ(histogram.places.size(), expected.size());
  ASSERT_EQ(histogram.weights.size(), std::ssize(expected));
  Index at = 0;
  for (const auto& [place, weight] : expected) {
    EXPECT_EQ(histogram.places[static_cast<std::size_t>(at)], place);
    EXPECT_EQ(histogram.weights[at++], weight);  // in the order of the atoms, so to the bit
  }
  EXPECT_NEAR(histogram.weights.sum(), 1, 1e-14);
}

TEST(Histogram, KeepsEveryWeightWherePlacesDiffer) {
  const Measure measure{Matrix::Zero(1, 4), Vector{{1e-12, 0.5, 0.25, 0.25 - 1e-12}}};
  const std::vector<std::int32_t> place_of = {900, 3, 4095, 0};
  const Histogram histogram = histogram_of(measure.view(), place_of.data());
  EXPECT_EQ(histogram.places, (std::vector<Index>{0, 3, 900, 4095}));
  EXPECT_EQ(histogram.weights, (Vector{{0.25 - 1e-12, 0.5, 1e-12, 0.25}}));
}

TEST(Histogram, OfOnePlaceHasTheWholeMass) {
  const Measure measure{Matrix::Zero(1, 3), Vector{{0.5, 0.25, 0.25}}};
  const std::vector<std::int32_t> place_of = {7, 7, 7};
  EXPECT_EQ(histogram_of(measure.view(), place_of.data()).places, std::vector<Index>{7});
  EXPECT_EQ(histogram_of(measure.view(), place_of.data()).weights, Vector::Ones(1));
}

// A packed matrix as it was: its product with the unit matrix.
Eigen::MatrixXf entries_of(const kernels::PackedMatrix& matrix) {
  const Eigen::MatrixXf unit = Eigen::MatrixXf::Identity(matrix.depth, matrix.depth);
  Eigen::MatrixXf entries(matrix.rows, matrix.depth);
  kernels::ProductWorkspace<float> workspace;
  kernels::matrix_product(matrix, unit.data(), unit.rows(), entries.data(), entries.rows(), unit.cols(),
                          workspace);
  return entries;
}

struct Problem {
  Measure source, support;
  Vector reference;
  Problem(Index p, Index n, std::uint64_t seed)
      : source(test::random_cloud(2, p, seed)), support(test::random_cloud(2, n, seed + 1)), reference(n) {
    Random random(seed + 2);
    for (double& value : reference) value = random.uniform(-20, 20);
  }
  SharedKernel kernel(double epsilon) const {
    return shared_kernel(source.points, support.points, reference, epsilon);
  }
};

// exp(reference_j − c_ij/ε) over its row's largest.
TEST(SharedKernel, IsTheFormulaOfItsHeader) {
  for (const auto& [p, n] : {std::pair<Index, Index>{1, 1}, {1, 30}, {30, 1}, {17, 45}})
    for (const double epsilon : {100.0, 1.0, 0.05}) {
      const Problem problem(p, n, 10);
      const SharedKernel kernel = problem.kernel(epsilon);
      const Matrix costs = test::costs_between(problem.source, problem.support) / epsilon;
      const Eigen::MatrixXf entries = entries_of(kernel.to_source), weighted = entries_of(kernel.costs);
      ASSERT_EQ(entries.rows(), p);
      ASSERT_EQ(entries.cols(), n);
      for (Index i = 0; i < p; ++i) {
        const Vector exponents = problem.reference - costs.row(i).transpose();
        for (Index j = 0; j < n; ++j) {
          const double exponent = exponents[j] - exponents.maxCoeff(), expected = std::exp(exponent);
          if (expected > 1e-37)  // where floats have all their digits, but for those of the exponent
            EXPECT_NEAR(entries(i, j), expected, (1e-6 - 0x1p-24 * exponent) * expected) << i << ", " << j;
          else
            EXPECT_LT(entries(i, j), 2e-37);
          EXPECT_NEAR(weighted(i, j), entries(i, j) * costs(i, j), 1e-6 * entries(i, j) * costs(i, j));
        }
        EXPECT_EQ(entries.row(i).maxCoeff(), 1);
      }
      EXPECT_EQ(entries_of(kernel.to_target), entries.transpose());
      EXPECT_EQ(kernel.epsilon, epsilon);
      EXPECT_EQ(kernel.reference, problem.reference);
    }
}

// Rows are relative to their largest entry, so that a constant in the reference, or exponents beyond any
// float, are no matter.
TEST(SharedKernel, HoldsForReferencesOfAnySize) {
  Problem problem(9, 14, 20);
  const Eigen::MatrixXf plain = entries_of(problem.kernel(1).to_source);
  problem.reference.array() += 1e4;
  const Eigen::MatrixXf moved = entries_of(problem.kernel(1).to_source);
  EXPECT_TRUE(moved.isApprox(plain, 1e-5F));
  problem.reference[5] = 1e9;
  const SharedKernel wide = problem.kernel(1);
  EXPECT_TRUE(entries_of(wide.to_source).allFinite() && entries_of(wide.costs).allFinite());
  EXPECT_EQ(entries_of(wide.to_source).col(5), Eigen::VectorXf::Ones(9));
}

TEST(SharedKernel, IsTheSameInEveryUnit) {
  Problem problem(9, 14, 30);
  const Eigen::MatrixXf plain = entries_of(problem.kernel(0.5).to_source);
  for (const double unit : {0x1p-100, 0x1p100}) {
    Problem scaled = problem;
    scaled.source.points *= unit, scaled.support.points *= unit;
    EXPECT_EQ(entries_of(scaled.kernel(0.5 * unit * unit).to_source), plain);
  }
}

// All costs equal: only the reference tells places apart.
TEST(SharedKernel, OfOnePlaceIsTheReferenceAlone) {
  Problem problem(4, 6, 40);
  problem.source.points.setConstant(1), problem.support.points.setConstant(1);
  const SharedKernel kernel = problem.kernel(0.1);
  const Eigen::MatrixXf entries = entries_of(kernel.to_source);
  for (Index j = 0; j < 6; ++j)
    EXPECT_NEAR(entries(0, j), std::exp(problem.reference[j] - problem.reference.maxCoeff()),
                4e-6 * entries(0, j));
  for (Index i = 1; i < 4; ++i) EXPECT_EQ(entries.row(i), entries.row(0));
  EXPECT_EQ(entries_of(kernel.costs), Eigen::MatrixXf::Zero(4, 6));
}

}  // namespace
}  // namespace wpga
