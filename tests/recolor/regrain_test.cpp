#include "wpga/recolor/regrain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"

namespace wpga {
namespace {

constexpr double rounding = 2e-6;  // single precision

Image random_picture(Index rows, Index columns, double low, double high, Random random) {
  Image picture{rows, columns, 3, {}};
  for (Index i = 0; i < 3 * rows * columns; ++i) picture.samples.push_back(random.uniform(low, high));
  return picture;
}

Image sum(const Image& first, const Image& second, double scale) {
  Image out = first;
  for (std::size_t i = 0; i < out.samples.size(); ++i) out.samples[i] += scale * second.samples[i];
  return out;
}

double largest_difference(const Image& first, const Image& second) {
  double largest = 0;
  for (std::size_t i = 0; i < first.samples.size(); ++i)
    largest = std::max(largest, std::abs(first.samples[i] - second.samples[i]));
  return largest;
}

TEST(Regrain, ThePhotoItselfComesBack) {
  const Image photo = random_picture(37, 50, 0, 1, Random(1));
  EXPECT_LT(largest_difference(regrain(photo, photo, {}, {}), photo), rounding);
}

// Equal gradients: nothing to mend.
TEST(Regrain, APictureWithTheGradientsOfThePhotoIsLeftAlone) {
  const Image photo = random_picture(37, 50, 0.2, 0.8, Random(2));
  Image shifted = photo;
  for (std::size_t i = 0; i < shifted.samples.size(); ++i) shifted.samples[i] += i % 3 == 0 ? 0.15 : -0.1;
  EXPECT_LT(largest_difference(regrain(photo, shifted, {}, {}), shifted), rounding);
}

TEST(Regrain, WithoutGrainTheTransferIsLeftAlone) {
  const Image photo = random_picture(20, 31, 0, 1, Random(3)),
              other = random_picture(20, 31, 0, 1, Random(4));
  EXPECT_LT(largest_difference(regrain(photo, other, {.grain = 0}, {}), other), rounding);
}

// The minimiser of a quadratic energy is linear in the step, and an average of steps: no overshoot.
TEST(Regrain, IsLinearInTheStepAndNeverOvershoots) {
  const Image photo = random_picture(33, 18, 0.48, 0.52, Random(5));
  const Image one = random_picture(33, 18, -0.1, 0.2, Random(6)),
              two = random_picture(33, 18, -0.1, 0.1, Random(7));
  const auto step = [&](const Image& wish) {
    return sum(regrain(photo, sum(photo, wish, 1), {}, {}), photo, -1);
  };
  EXPECT_LT(largest_difference(step(sum(one, two, 1)), sum(step(one), step(two), 1)), 4 * rounding);
  EXPECT_GE(std::ranges::min(step(one).samples), -0.1 - rounding);
  EXPECT_LE(std::ranges::max(step(one).samples), 0.2 + rounding);
}

// A transfer that stretches the noise of a plain sky fourfold: the noise is as it was, the colour is new.
TEST(Regrain, StretchedNoiseIsTakenBack) {
  Image photo = random_picture(64, 64, 0.495, 0.505, Random(8));
  Image stretched = photo;
  for (double& sample : stretched.samples) sample = 0.7 + 4 * (sample - 0.5);
  const Image out = regrain(photo, stretched, {}, {});
  double mean = 0, noise = 0;
  for (std::size_t i = 0; i < out.samples.size(); ++i) {
    const double step = out.samples[i] - photo.samples[i];
    mean += step / static_cast<double>(out.samples.size());
    noise = std::max(noise, std::abs(step - 0.2));
  }
  EXPECT_NEAR(mean, 0.2, 1e-3);
  EXPECT_LT(noise, 0.3 * 3 * 0.005);  // the transfer had 3 · 0.005
}

// Two plain halves that move apart: no halo on either side of the edge.
TEST(Regrain, StepsDoNotLeakAcrossAnEdge) {
  Image photo{40, 60, 3, {}}, moved{40, 60, 3, {}};
  for (Index i = 0; i < photo.rows * photo.columns * 3; ++i) {
    const bool left = i / 3 % photo.columns < 30;
    photo.samples.push_back(left ? 0.3 : 0.7);
    moved.samples.push_back(left ? 0.1 : 0.9);
  }
  EXPECT_LT(largest_difference(regrain(photo, moved, {}, {}), moved), 1.0 / 255);
}

// Over a plain photo trust is the same everywhere, so ever more grain leaves one step: the mean of all.
TEST(Regrain, TheMostGrainLeavesTheMeanStepOfAPlainPhoto) {
  const Image photo{24, 32, 3, std::vector<double>(24 * 32 * 3, 0.5)};
  const Image other = random_picture(24, 32, 0.2, 0.9, Random(11));
  std::array<double, 3> mean = {};
  for (std::size_t i = 0; i < other.samples.size(); ++i) mean[i % 3] += other.samples[i] / (24 * 32);
  const Image out = regrain(photo, other, {.grain = 1e6}, {});
  for (std::size_t i = 0; i < out.samples.size(); ++i) EXPECT_NEAR(out.samples[i], mean[i % 3], 1e-3);
}

TEST(Regrain, TakesGreyPhotosAndKeepsAlpha) {
  Image photo{9, 7, 1, std::vector<double>(63, 0.5)};
  Image moved{9, 7, 4, {}};
  for (Index i = 0; i < 63; ++i)
    for (const double sample : {0.6, 0.5, 0.2, static_cast<double>(i) / 63}) moved.samples.push_back(sample);
  EXPECT_LT(largest_difference(regrain(photo, moved, {}, {}), moved), rounding);
}

TEST(Regrain, PicturesOfOnePixelAndOneRow) {
  for (const Index columns : {1, 2, 17}) {
    const Image photo = random_picture(1, columns, 0, 1, Random(9)),
                other = random_picture(1, columns, 0, 1, Random(10));
    for (const double sample : regrain(photo, other, {}, {}).samples) EXPECT_TRUE(sample >= 0 && sample <= 1);
  }
  EXPECT_THROW(regrain(random_picture(2, 2, 0, 1, Random(1)), random_picture(2, 3, 0, 1, Random(1)), {}, {}),
               InputError);
}

TEST(Regrain, SameBitsForAnyNumberOfThreads) {
  const Image photo = random_picture(70, 45, 0.4, 0.6, Random(11)),
              other = random_picture(70, 45, 0, 1, Random(12));
  EXPECT_EQ(regrain(photo, other, {}, {.threads = 1}).samples,
            regrain(photo, other, {}, {.threads = 4}).samples);
}

}  // namespace
}  // namespace wpga
