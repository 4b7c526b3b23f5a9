#include "wpga/measures/color.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "wpga/base/random.hpp"

namespace wpga {
namespace {

const ColorVector white = ColorVector::Ones();
const ColorVector black = ColorVector::Zero();

TEST(Color, EncodingAndLightAreInverse) {
  for (double value = -1.5; value <= 1.5; value += 1.0 / 512) {
    EXPECT_NEAR(srgb_from_linear(linear_from_srgb(value)), value, 1e-14);
    EXPECT_NEAR(linear_from_srgb(srgb_from_linear(value)), value, 1e-14);
  }
}

// The two branches of the standard meet at 0.04045 to its four printed digits.
TEST(Color, TheEncodingHasNoStep) {
  EXPECT_NEAR(linear_from_srgb(std::nextafter(0.04045, 0)), linear_from_srgb(std::nextafter(0.04045, 1)),
              1e-7);
  EXPECT_EQ(linear_from_srgb(0), 0);
  EXPECT_EQ(linear_from_srgb(1), 1);
}

TEST(Color, GreysKeepTheirValue) {
  for (const double value : {0.0, 0.2, 0.7, 1.0}) {
    EXPECT_NEAR(luma(value * white), value, 1e-15);
    EXPECT_NEAR(luminance(value * white), linear_from_srgb(value), 1e-15);
  }
}

// Light adds up: the luminances of the primaries sum to that of white.
TEST(Color, LuminanceIsAdditiveInLight) {
  EXPECT_NEAR(luminance({1, 0, 0}) + luminance({0, 1, 0}) + luminance({0, 0, 1}), 1, 1e-15);
  EXPECT_NEAR(luminance({0, 1, 0}), 0.7152, 1e-4);  // Rec. 709
}

TEST(Lab, HasNoHueOnTheGreyAxisAndRunsFromZeroToAHundred) {
  EXPECT_NEAR((lab_from_srgb(white) - ColorVector(100, 0, 0)).norm(), 0, 1e-12);
  EXPECT_NEAR(lab_from_srgb(black).norm(), 0, 1e-12);
  for (const double value : {0.01, 0.1, 0.5, 0.9})
    EXPECT_NEAR(lab_from_srgb(value * white).tail<2>().norm(), 0, 1e-12);
}

// L = 116 Y^(1/3) − 16 (CIE 1976).
TEST(Lab, LightnessIsTheCubeRootOfLuminance) {
  const ColorVector color{0.3, 0.8, 0.1};
  EXPECT_NEAR(lab_from_srgb(color)[0], 116 * std::cbrt(luminance(color)) - 16, 1e-12);
}

TEST(Lab, IsInverseToItself) {
  Random random(1);
  for (int trial = 0; trial < 1000; ++trial) {
    const ColorVector color{random.uniform(-0.2, 1.2), random.uniform(-0.2, 1.2), random.uniform(-0.2, 1.2)};
    EXPECT_NEAR((srgb_from_lab(lab_from_srgb(color)) - color).norm(), 0, 1e-11);
  }
}

// Opponent axes: red and magenta lie at positive a, yellow at positive b.
TEST(Lab, AxesPointWhereTheyShould) {
  EXPECT_GT(lab_from_srgb({1, 0, 0})[1], 50);
  EXPECT_LT(lab_from_srgb({0, 1, 0})[1], -50);
  EXPECT_GT(lab_from_srgb({1, 1, 0})[2], 50);
  EXPECT_LT(lab_from_srgb({0, 0, 1})[2], -50);
}

}  // namespace
}  // namespace wpga
