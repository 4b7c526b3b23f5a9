#include "wpga/recolor/color_table.hpp"

#include <gtest/gtest.h>

#include "wpga/base/random.hpp"

namespace wpga {
namespace {

Image random_photo(int channels, Random random) {
  Image photo{23, 31, channels, {}};
  for (Index i = 0; i < photo.rows * photo.columns * channels; ++i) photo.samples.push_back(random.uniform());
  return photo;
}

ColorTable shift(double by) {
  return {[by](const Matrix& colors) -> Matrix { return colors.array() + by; }, {}};
}

TEST(BoundedStep, IsMonotoneAndStaysInside) {
  for (double step = -1.5; step <= 1.5; step += 0.05) {
    double before = -1;
    for (double value = 0; value <= 1; value += 0.01) {
      const double end = value + bounded_step(value, step);
      EXPECT_GE(end, -1e-15);
      EXPECT_LE(end, 1 + 1e-15);
      EXPECT_GE(end, before - 1e-15) << value << " " << step;
      EXPECT_GE(end, value + bounded_step(value, step - 0.05) - 1e-15);
      before = end;
    }
  }
}

TEST(BoundedStep, LeavesShortStepsAlone) {
  EXPECT_EQ(bounded_step(0.3, 0), 0);
  EXPECT_EQ(bounded_step(1, 0.4), 0);
  EXPECT_EQ(bounded_step(0, -0.4), 0);
  EXPECT_NEAR(bounded_step(0.5, 0.1), 0.1, 2e-6);
  EXPECT_NEAR(bounded_step(0.5, -0.1), -0.1, 2e-6);
  EXPECT_NEAR(bounded_step(0, 0.2), 0.2, 1e-5);  // away from the wall there is room for all of it
}

TEST(ColorTable, TheIdentityChangesNoBit) {
  const ColorTable table = shift(0);
  for (const int channels : {3, 4}) {
    const Image photo = random_photo(channels, Random(1));
    EXPECT_EQ(apply(table, photo, {}).samples, photo.samples);
  }
}

TEST(ColorTable, AffineChangesThatStayInsideAreExact) {
  Eigen::Matrix3d matrix;
  matrix << 0.4, 0.1, 0, 0.1, 0.5, 0.05, 0, 0.05, 0.3;
  const ColorVector offset(0.25, 0.2, 0.3);
  const ColorTable table([&](const Matrix& colors) -> Matrix { return (matrix * colors).colwise() + offset; },
                         {});
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const ColorVector color(random.uniform(), random.uniform(), random.uniform());
    // The walls shorten a step by no more than a few thousandths of it here.
    EXPECT_LT((table(color) - matrix * color - offset).norm(), 0.02);
  }
  const ColorVector middle(0.4, 0.5, 0.45);
  EXPECT_LT((table(middle) - matrix * middle - offset).norm(), 1e-4);
}

TEST(ColorTable, NoColourLeavesTheCube) {
  for (const double by : {-2.0, -0.3, 0.3, 2.0}) {
    const ColorTable table = shift(by);
    for (const double sample : apply(table, random_photo(3, Random(3)), {}).samples) {
      EXPECT_GE(sample, 0);
      EXPECT_LE(sample, 1);
    }
  }
}

TEST(ColorTable, GreysGainColoursAndAlphaStays) {
  const ColorTable table(
      [](const Matrix& colors) -> Matrix {
        return colors.array() * ColorVector(1, 0.5, 0.2).array().replicate(1, colors.cols());
      },
      {});
  const Image photo = random_photo(2, Random(4)), out = apply(table, photo, {});
  ASSERT_EQ(out.channels, 4);
  for (Index row = 0; row < photo.rows; ++row)
    for (Index column = 0; column < photo.columns; ++column) {
      EXPECT_EQ(out.at(row, column, 3), photo.at(row, column, 1));
      EXPECT_EQ(out.at(row, column, 0), photo.at(row, column, 0));
      EXPECT_LE(out.at(row, column, 2), out.at(row, column, 1));
    }
  EXPECT_EQ(apply(table, random_photo(1, Random(4)), {}).channels, 3);
}

TEST(ColorTable, SameBitsForAnyNumberOfThreads) {
  const auto change = [](const Matrix& colors) -> Matrix { return colors.array().square() * 0.9 + 0.03; };
  const Image photo = random_photo(3, Random(5));
  const Image one = apply(ColorTable(change, {.threads = 1}), photo, {.threads = 1});
  EXPECT_EQ(one.samples, apply(ColorTable(change, {.threads = 4}), photo, {.threads = 4}).samples);
}

}  // namespace
}  // namespace wpga
