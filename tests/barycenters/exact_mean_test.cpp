#include "wpga/barycenters/exact_mean.hpp"

#include <gtest/gtest.h>

#include "barycenters/families.hpp"
#include "wpga/barycenters/linear_program.hpp"
#include "wpga/transport/displacement.hpp"

namespace wpga {
namespace {

// λ₁ λ₂ W2²(μ₁, μ₂) is the least variance there is, and the multi-marginal program finds no less.
TEST(ExactMean, OfTwoIsOnTheGeodesic) {
  for (std::uint64_t seed = 1; seed < 6; ++seed) {
    MeasureFamily family = random_family(2, 12, 2, seed);
    family.set_measure_weights(Vector{{0.3, 0.7}});
    const Mean mean = exact_mean(family);
    const double squared = couple(family[0], family[1], {}).value.primal;
    EXPECT_NEAR(mean.variance, 0.21 * squared, 1e-12 * squared);
    EXPECT_LE(*mean.gap, 1e-12 * squared);
    EXPECT_LE(mean.measure.size(), 23);
    EXPECT_NEAR(mean.variance, multimarginal_mean(family, {}).variance, 1e-9 * squared);
    EXPECT_NEAR(mean.squared_distances[0], 0.49 * squared, 1e-12 * squared);
    EXPECT_TRUE(mean.convergence.converged());
  }
}

TEST(ExactMean, OfMoreIsTheMultimarginalOne) {
  const MeasureFamily family = random_family(3, 6, 2, 7);
  EXPECT_EQ(exact_mean(family).variance, multimarginal_mean(family, {}).variance);
}

TEST(ExactMean, LeavesOutMeasuresThatDoNotCount) {
  MeasureFamily family = random_family(3, 6, 2, 8);
  family.set_measure_weights(Vector{{0.5, 0, 0.5}});
  const Mean mean = exact_mean(family);
  EXPECT_NEAR(mean.variance, 0.25 * couple(family[0], family[2], {}).value.primal, 1e-12);
  EXPECT_TRUE(exact_mean_is_cheap(family));
}

TEST(ExactMean, IsCheapForTwoOrForFewSmallMeasures) {
  EXPECT_FALSE(exact_mean_is_cheap(random_family(1, 5, 2, 9)));
  EXPECT_TRUE(exact_mean_is_cheap(random_family(2, 500, 2, 9)));
  EXPECT_FALSE(exact_mean_is_cheap(random_family(2, 501, 2, 9)));
  EXPECT_TRUE(exact_mean_is_cheap(random_family(3, 27, 2, 9)));
  EXPECT_FALSE(exact_mean_is_cheap(random_family(3, 28, 2, 9)));
  EXPECT_TRUE(exact_mean_is_cheap(random_family(300, 1, 2, 9)));
  EXPECT_FALSE(exact_mean_is_cheap(random_family(20, 2, 2, 9)));
}

}  // namespace
}  // namespace wpga
