#include "wpga/analysis/fit/strict_finish.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"
#include "wpga/analysis/cone/optimal_map.hpp"

namespace wpga {
namespace {

// −1 and 1 walk towards each other by 1 + a: they meet at 1 / (1 + a) of the way.
TEST(OptimalShare, EndsWhereTwoAtomsMeet) {
  const Measure pair{Matrix{{-1, 1}}, Vector::Constant(2, 0.5)};
  const Matrix still = Matrix::Zero(1, 2);
  for (const double a : {-0.5, 0.0, 0.25, 3.0})
    EXPECT_NEAR(optimal_share(pair, still, Matrix{{1 + a, -1 - a}}), std::min(1.0, 1 / (1 + a)), 1e-12);
}

// The set of optimal maps is convex and holds the identity: the gap vanishes up to the share and not beyond.
TEST(OptimalShare, IsTheLargestWithoutAGap) {
  Random random(1);
  for (const Index dimension : {1, 2, 3})
    for (const double size : {0.2, 1.0, 5.0}) {
      const Measure mean = test::random_mean(random, dimension, 20);
      const Matrix still = Matrix::Zero(dimension, 20),
                   field = size * test::normal_matrix(random, dimension, 20);
      const double share = optimal_share(mean, still, field);
      const MapProof proof = map_proof(mean, share * field);
      EXPECT_LT(proof.gap, 1e-12);
      EXPECT_EQ(proof.repaired_mass, 0);
      if (share < 1) {
        EXPECT_GT(map_proof(mean, 1.001 * share * field).repaired_mass, 0);
      }
    }
}

TEST(OptimalShare, OfBothEndsKeepsTheirPairing) {
  Random random(2);
  const Measure mean = test::random_mean(random, 2, 20);
  const Matrix direction = 2 * test::normal_matrix(random, 2, 20), start = -0.4 * direction,
               end = 0.6 * direction;
  const double share = optimal_share(mean, start, end);
  EXPECT_GT(share, 0);
  EXPECT_LT(share, 1);
  const auto pairing = [&](double s) {
    return map_proof({mean.points + s * start, mean.weights}, s * direction);
  };
  EXPECT_LT(pairing(share).gap, 1e-12);
  EXPECT_EQ(pairing(share).repaired_mass, 0);
  EXPECT_GT(pairing(1.001 * share).repaired_mass, 0);
}

struct Example {
  MeasureFamily family;
  Measure mean;
};

Example clouds(std::uint64_t seed) {
  Random random(seed);
  MeasureFamily family;
  for (int i = 0; i < 10; ++i)
    family.append(test::normal_matrix(random, 2, 20), Vector::Ones(20), std::to_string(i));
  return {family, test::uniform_mean(random, 2, 20)};
}

// Strict curves satisfy everything to the last digit and cost little.
TEST(StrictFinish, LeavesNoGapAndNoOtherPairing) {
  for (const Orthogonality orthogonality : {Orthogonality::each, Orthogonality::sum})
    for (std::uint64_t seed = 3; seed < 6; ++seed) {
      const Example e = clouds(seed);
      GeodesicOptions options{.components = 2, .orthogonality = orthogonality};
      const Analysis near = principal_geodesics(e.family, e.mean, {}, options);
      options.finish = Finish::strict;
      const Analysis strict = principal_geodesics(e.family, e.mean, {}, options);
      for (const Component& component : strict.components) {
        const Certificates& proof = component.certificates;
        EXPECT_LT(std::max(proof.map_gap.backward, proof.map_gap.forward), 1e-11);
        EXPECT_EQ(std::max(proof.repaired_mass.backward, proof.repaired_mass.forward), 0);
        EXPECT_LT(proof.orthogonality, 1e-9);
        ASSERT_TRUE(component.finish);
      }
      EXPECT_LT(strict.components[0].mean_squared_distance, 1.02 * near.components[0].mean_squared_distance);
      EXPECT_NEAR(strict.components[0].mean_squared_distance, (*strict.components[0].finish)[1],
                  0.01 * strict.components[0].mean_squared_distance);
    }
}

TEST(StrictFinish, OfAGeodesicIsAGeodesic) {
  const Example e = clouds(7);
  const Analysis strict = principal_geodesics(
      e.family, e.mean, {}, {.components = 1, .curve = CurveKind::geodesic, .finish = Finish::strict});
  EXPECT_LT(strict.components[0].certificates.geodesic_gap, 1e-11);
  EXPECT_GT(strict.components[0].explained, 0);
}

TEST(StrictFinish, KeepsTheBox) {
  const Example e = clouds(8);
  const Analysis strict = principal_geodesics(
      e.family, e.mean, {}, {.components = 2, .box = BoxChoice::within(-3, 3), .finish = Finish::strict});
  for (const Component& component : strict.components) EXPECT_EQ(component.certificates.outside_box, 0);
}

TEST(StrictFinish, DoesNotGoWithFreeMaps) {
  const Example e = clouds(9);
  EXPECT_THROW(principal_geodesics(e.family, e.mean, {},
                                   {.components = 1, .maps = MapRule::free, .finish = Finish::strict}),
               InputError);
}

}  // namespace
}  // namespace wpga
