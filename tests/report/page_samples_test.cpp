#include "wpga/report/page/page_samples.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "wpga/base/random.hpp"

namespace wpga {
namespace {

Measure random_measure(Index dimension, Index atoms) {
  std::srand(3);
  const Vector weights = Vector::Random(atoms).array().abs() + 0.01;
  return {Matrix::Random(dimension, atoms), weights / weights.sum()};
}

std::vector<Index> everywhere(Index count) {
  std::vector<Index> places(static_cast<std::size_t>(count));
  std::iota(places.begin(), places.end(), Index{0});
  return places;
}

class Samples : public testing::Test {
 protected:
  Samples() {
    for (Index i = 0; i < 100; ++i) {
      Measure measure = random_measure(2, 20);
      measure.points.array() += static_cast<double>(i);
      family.append(measure.view(), std::to_string(i));
    }
    left_over[90] = 5;
  }
  MeasureFamily family;
  Vector left_over = Vector::Ones(100);
  Vector origin = Vector::Constant(2, 7);
};

TEST_F(Samples, ComeBackWithinOneStep) {
  const PageSamples samples = page_samples(family, everywhere(100), left_over, origin, {});
  ASSERT_EQ(samples.indices.size(), 100U);
  ASSERT_EQ(samples.offsets.back(), 2000U);
  const double step = (samples.high[0] - samples.low[0]) / 65535;
  const MeasureView third = family[3];
  for (std::size_t k = 0; k < 20; ++k) {
    const double x = samples.low[0] + samples.points[2 * (60 + k)] * step + origin[0];
    EXPECT_NEAR(x, third.points(0, static_cast<Index>(k)), step);
    const double weight = samples.weights[60 + k] / 255.0 * third.weights.maxCoeff();
    EXPECT_NEAR(weight, third.weights[static_cast<Index>(k)], third.weights.maxCoeff() / 255);
  }
  EXPECT_FALSE(samples.thinned);
}

TEST_F(Samples, KeepTheWorstExplainedWhenThereIsNoRoom) {
  const PageSamples samples =
      page_samples(family, everywhere(100), left_over, origin, {.pictures = 10, .picture_atoms = 8});
  EXPECT_LE(samples.indices.size(), 10U);
  EXPECT_GE(samples.indices.size(), 8U);
  EXPECT_TRUE(std::ranges::count(samples.indices, 90U) == 1);
  EXPECT_TRUE(std::ranges::is_sorted(samples.indices));
  EXPECT_TRUE(samples.thinned);
}

TEST_F(Samples, StayWithinTheirRoom) {
  const PageSamples samples =
      page_samples(family, everywhere(100), left_over, origin, {.picture_megabytes = 0.002});
  EXPECT_LE(samples.points.size() * 2 + samples.weights.size(), 2000U);
  EXPECT_GT(samples.indices.size(), 0U);
}

TEST_F(Samples, AreNoneWhenNoneIsWanted) {
  EXPECT_TRUE(page_samples(family, everywhere(100), left_over, origin, {.pictures = 0}).indices.empty());
}

TEST(SamplesOnAGrid, ShareOneSpacing) {
  MeasureFamily family(Space{.kind = Kind::shape, .grid = {16, 16}});
  Matrix pixels(2, 256);
  for (Index k = 0; k < 256; ++k) {
    pixels(0, k) = static_cast<double>(k % 16) + 0.5;
    pixels(1, k) = static_cast<double>(k / 16) + 0.5;
  }
  family.append(pixels, Vector::Constant(256, 1.0 / 256), "full");
  const auto spacing = [&](int atoms) {
    return page_samples(family, everywhere(1), Vector::Ones(1), Vector::Zero(2), {.picture_atoms = atoms})
        .spacing;
  };
  EXPECT_EQ(spacing(256), 1.0);
  EXPECT_EQ(spacing(64), 2.0);
  EXPECT_EQ(spacing(63), 3.0);
}

}  // namespace
}  // namespace wpga
