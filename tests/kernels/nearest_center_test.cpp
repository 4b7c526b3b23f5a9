#include "wpga/kernels/nearest_center.hpp"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <limits>
#include <numeric>

#include "wpga/base/random.hpp"

namespace wpga {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Matrix random_points(Index dimension, Index count, std::uint64_t seed) {
  Random random(seed);
  return Matrix::NullaryExpr(dimension, count, [&] { return random.normal(); });
}

TEST(TwoNearest, AgreeWithLookingAtEveryCenter) {
  for (const Index dimension : {1, 3, 8, 50})
    for (const Index count : {1, 2, 7, 8, 9, 128, 131}) {
      const Matrix points = random_points(dimension, 40, 1), centers = random_points(dimension, count, 2);
      std::vector<std::int32_t> which(20);
      std::iota(which.begin(), which.end(), 11);
      std::vector<kernels::TwoNearest> found(which.size());
      kernels::two_nearest(points, which, kernels::rows_of(centers, infinity), found);
      for (std::size_t s = 0; s < which.size(); ++s) {
        Vector distances = (centers.colwise() - points.col(which[s])).colwise().squaredNorm();
        Index nearest = 0;
        EXPECT_NEAR(found[s].nearest, distances.minCoeff(&nearest), 1e-12);
        EXPECT_EQ(found[s].index, nearest);
        distances[nearest] = infinity;
        if (count == 1)
          EXPECT_EQ(found[s].second, infinity);
        else
          EXPECT_NEAR(found[s].second, distances.minCoeff(), 1e-12);
      }
    }
}

TEST(TwoNearest, PreferTheLowestIndexAmongEquals) {
  Matrix centers = Matrix::Constant(2, 30, 5.0);
  for (const Index c : {4, 11, 13, 29}) centers.col(c).setZero();
  const std::vector<std::int32_t> which = {0};
  std::vector<kernels::TwoNearest> found(1);
  kernels::two_nearest(Matrix::Ones(2, 1), which, kernels::rows_of(centers, infinity), found);
  EXPECT_EQ(found[0].index, 4);
  EXPECT_EQ(found[0].nearest, 2);
  EXPECT_EQ(found[0].second, 2);
}

TEST(Potential, IsTheSumThatLoweringGives) {
  for (const Index count : {1, 8, 101}) {
    const Matrix points = random_points(3, count, 3);
    const Vector center = random_points(3, 1, 4);
    const kernels::PointRows rows = kernels::rows_of(points, 0);
    std::vector<double> weights(static_cast<std::size_t>(rows.stride), 0), nearest(weights.size(), 2.0);
    for (Index j = 0; j < count; ++j) weights[static_cast<std::size_t>(j)] = 1.0 / static_cast<double>(j + 1);
    const double potential = kernels::potential_with_center(rows, center.data(), weights, nearest);
    kernels::lower_to_center(rows, center.data(), nearest);
    double expected = 0;
    for (Index j = 0; j < count; ++j) {
      const double distance = std::min(2.0, (points.col(j) - center).squaredNorm());
      EXPECT_NEAR(nearest[static_cast<std::size_t>(j)], distance, 1e-13);
      expected += distance / static_cast<double>(j + 1);
    }
    EXPECT_NEAR(potential, expected, 1e-12);
  }
}

TEST(NearestCenter, HasTheSameBitsOnEveryInstructionSet) {
  const Matrix points = random_points(3, 203, 5);
  const kernels::PointRows rows = kernels::rows_of(points, 0);
  const std::vector<double> weights(static_cast<std::size_t>(rows.stride), 0.3), nearest(weights.size(), 1.5);
  std::vector<std::int32_t> which(203);
  std::iota(which.begin(), which.end(), 0);
  const auto answers = [&](std::int64_t targets) {
    hwy::SetSupportedTargetsForTest(targets);
    hwy::GetChosenTarget().DeInit();
    std::vector<double> all = {kernels::potential_with_center(rows, points.col(7).data(), weights, nearest)};
    std::vector<kernels::TwoNearest> found(which.size());
    kernels::two_nearest(points, which, kernels::rows_of(points.leftCols(21) * 1.1, infinity), found);
    for (const auto& answer : found)
      all.insert(all.end(), {answer.nearest, answer.second, 1.0 * answer.index});
    std::vector<double> lowered = nearest;
    kernels::lower_to_center(rows, points.col(9).data(), lowered);
    all.insert(all.end(), lowered.begin(), lowered.end());
    return all;
  };
  const std::vector<double> best = answers(0);
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) EXPECT_EQ(answers(target), best);
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().DeInit();
}

}  // namespace
}  // namespace wpga
