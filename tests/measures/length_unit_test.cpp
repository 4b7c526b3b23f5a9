#include "wpga/measures/length_unit.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"
#include "wpga/measures/quantize.hpp"

namespace wpga {
namespace {

Matrix cloud(std::uint64_t seed, Index atoms) {
  Random random(seed);
  return Matrix::NullaryExpr(2, atoms, [&] { return random.normal(); });
}

TEST(LengthUnit, OfOrdinaryDataIsOne) {
  for (const double scale : {1e-9, 1e-3, 1.0, 255.0, 1e9}) EXPECT_EQ(length_unit(cloud(1, 5) * scale), 1);
  EXPECT_EQ(length_unit(Matrix::Zero(2, 3)), 1);
  EXPECT_EQ(length_unit(Matrix(2, 0)), 1);
}

// A power of two, whatever the place; then the range lies between one and two units.
TEST(LengthUnit, OfFarScalesIsThePowerOfTwoBelowTheRange) {
  for (const double scale : {1e-139, 1e-100, 1e-20, 1e20, 1e100, 1e139})
    for (const double place : {0.0, 1000.0}) {
      const Matrix points = (cloud(2, 9).array() + place) * scale;
      const double unit = length_unit(points);
      int exponent = 0;
      EXPECT_EQ(std::frexp(unit, &exponent), 0.5) << scale;
      const double range = (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).maxCoeff() / unit;
      EXPECT_GE(range, 1);
      EXPECT_LT(range, 2);
      EXPECT_EQ(length_unit(points / unit), 1);
      EXPECT_EQ(length_unit(points.leftCols(4), points.rightCols(6)), unit);
    }
}

TEST(LengthUnit, RefusesLengthsWhoseSquaresLeaveTheRange) {
  for (const double scale : {1e-320, 1e-308, 1e-162, 1e-142, 1e142, 1e200, 1e307})
    EXPECT_THROW(length_unit(cloud(3, 5) * scale), InputError) << scale;
  EXPECT_THROW(length_unit(Matrix::Constant(2, 3, 1e200)), InputError);
  EXPECT_EQ(length_unit(Matrix::Constant(2, 3, 1e-200)), 1);  // one place: every distance is zero
}

// Bounds in the data's own units are found again through the standardisation that a family remembers.
TEST(LengthUnit, OfAFamilyIsRememberedAsStandardisation) {
  MeasureFamily family;
  const Matrix points = cloud(4, 6) * 1e50;
  family.append(points, Vector::Ones(6), "a");
  const double unit = length_unit(family.points());
  const MeasureFamily scaled = in_unit(family, unit);
  EXPECT_EQ(scaled.points() * unit, points);
  EXPECT_EQ(scaled.space().scale, (std::vector<double>{unit, unit}));
  EXPECT_EQ(scaled.space().center, (std::vector<double>{0, 0}));
}

TEST(LengthUnit, OfKMeansChangesNoDigit) {
  const Matrix points = cloud(5, 200);
  const Quantization near = quantize(points, Vector::Ones(200), Random(1), {.colors = 7});
  for (const int exponent : {-450, -60, 60, 450}) {
    const double scale = std::ldexp(1.0, exponent);
    const Quantization far = quantize(points * scale, Vector::Ones(200), Random(1), {.colors = 7});
    EXPECT_EQ(far.measure.points, near.measure.points * scale);
    EXPECT_EQ(far.assignment, near.assignment);
    EXPECT_EQ(far.inertia, near.inertia * scale * scale);
  }
}

}  // namespace
}  // namespace wpga
