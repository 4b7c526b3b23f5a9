#include "wpga/study/statistics/noise_floor.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "study/statistics_families.hpp"
#include "wpga/transport/distances.hpp"

namespace wpga {
namespace {

MeasureFamily samples(Random& random, Index count, Index atoms, Index dimension, bool uniform) {
  MeasureFamily family;
  for (Index i = 0; i < count; ++i) {
    const Matrix points =
        Matrix::NullaryExpr(dimension, atoms, [&] { return uniform ? random.uniform() : random.normal(); });
    family.append(points, Vector::Constant(atoms, 1 / static_cast<double>(atoms)), std::to_string(i));
  }
  return family;
}

// E W2² between n uniform draws and the uniform law of [0, 1] is 1 / (6 n) (Bobkov & Ledoux 2019).
TEST(NoiseFloor, IsThatOfUniformSamplesOnTheLine) {
  Random random(1);
  for (const Index atoms : {64, 1000}) {
    const MeasureFamily family = samples(random, 200, atoms, 1, true);
    const NoiseFloor found = noise_floor(family, Vector::Ones(200), 4, 1, {});
    const double expected = 1 / (6 * static_cast<double>(atoms));
    EXPECT_NEAR(found.noise.mean() / expected, 1, 0.15);
    EXPECT_NEAR(found.noise_rate, 1, 0.1);
    EXPECT_NEAR(found.noise_share, found.noise.mean(), 1e-12);
  }
}

// In the plane: against the distance of samples to a sample so large that it stands for the law.
TEST(NoiseFloor, IsTheDistanceToTheLawInThePlane) {
  Random random(2);
  const MeasureFamily family = samples(random, 12, 200, 2, true);
  const MeasureFamily law = samples(random, 1, 4000, 2, true);
  const NoiseFloor found = noise_floor(family, Vector::Ones(12), 4, 1, {});
  const DistanceMatrix distances = distance_matrix(family, law, {}, {});
  EXPECT_NEAR(found.noise.mean() / distances.upper.mean(), 1, 0.25);
}

TEST(NoiseFloor, IsNotKnownOfFewAtomsAndOfUnequalWeights) {
  Random random(3);
  MeasureFamily family = samples(random, 1, 15, 2, true);
  family.append(test::normal_matrix(random, 2, 40), test::random_weights(random, 40), "weighted");
  family.append(test::normal_matrix(random, 2, 40), Vector::Constant(40, 1.0 / 40), "sample");
  const NoiseFloor found = noise_floor(family, Vector::Ones(3), 2, 1, {});
  EXPECT_EQ(found.noise_measures, 1);
  EXPECT_TRUE(std::isnan(found.noise[0]) && std::isnan(found.noise[1]));
  EXPECT_GT(found.noise[2], 0);
}

// A family of equal atoms has no noise, and no rate to speak of.
TEST(NoiseFloor, OfOnePlaceIsZero) {
  MeasureFamily family;
  family.append(Matrix::Zero(2, 20), Vector::Constant(20, 0.05), "0");
  const NoiseFloor found = noise_floor(family, Vector::Zero(1), 2, 1, {});
  EXPECT_EQ(found.noise_share, 0);
}

TEST(NoiseFloor, DoesNotDependOnThreads) {
  Random random(4);
  const MeasureFamily family = samples(random, 6, 50, 3, false);
  const NoiseFloor one = noise_floor(family, Vector::Ones(6), 2, 1, {.threads = 1});
  const NoiseFloor two = noise_floor(family, Vector::Ones(6), 2, 1, {.threads = 2});
  EXPECT_EQ(one.noise, two.noise);
}

}  // namespace
}  // namespace wpga
