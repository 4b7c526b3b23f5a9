#include "wpga/barycenters/variance_gap.hpp"

#include <gtest/gtest.h>

#include "barycenters/families.hpp"
#include "wpga/barycenters/exact_mean.hpp"
#include "wpga/barycenters/linear_program.hpp"

namespace wpga {
namespace {

// What cannot be true is neither cut off nor taken for a proof.
TEST(VarianceGap, LetsAContradictionShow) {
  const MeasureFamily family = random_family(4, 5, 2, 1);
  Mean mean{.measure = copy_of(family[0]), .variance = 2};
  prove_variance(mean, 2 * (1 + 1e-14), family);
  EXPECT_EQ(*mean.gap, 0);
  EXPECT_EQ(mean.contradictions, 0);
  prove_variance(mean, 1.5, family);
  EXPECT_EQ(*mean.gap, 0.5);
  EXPECT_EQ(mean.contradictions, 0);
  prove_variance(mean, 2.01, family);
  EXPECT_NEAR(*mean.gap, -0.01, 1e-14);
  EXPECT_EQ(mean.contradictions, 1);
}

// Bounds and variances come from different solvers: their difference is a proof only if it is never negative.
TEST(VarianceGap, OfProvenMeansIsRoundingOfEitherSign) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Index count = 2 + static_cast<Index>(seed % 5), dimension = 1 + static_cast<Index>(seed % 3);
    const MeasureFamily family = random_family(count, 4, dimension, seed, seed % 2 == 0);
    const double pooled = pooled_moments(family).variance.sum();
    for (const Mean& mean : {exact_mean(family, {}), linear_program_mean(family, family.points(), {}, {})}) {
      ASSERT_TRUE(mean.gap);
      EXPECT_GE(*mean.gap, 0) << seed;
      EXPECT_LE(*mean.gap, 1e-8 * pooled) << seed;
      EXPECT_EQ(mean.contradictions, 0) << seed;
    }
  }
}

}  // namespace
}  // namespace wpga
