#include "wpga/kernels/affine_minimum.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "wpga/base/random.hpp"

namespace wpga {
namespace {

TEST(AffineMinimum, AgreesWithLookingAtEveryFunction) {
  Random random(1);
  for (const Index dimension : {1, 2, 3, 17})
    for (const Index count : {1, 7, 8, 9, 500}) {
      const Matrix points = Matrix::NullaryExpr(dimension, count, [&] { return random.normal(); });
      const Vector slope = Vector::NullaryExpr(dimension, [&] { return random.normal(); });
      const kernels::PointRows rows = kernels::rows_of(points, 0);
      std::vector<double> offsets(static_cast<std::size_t>(rows.stride),
                                  std::numeric_limits<double>::infinity());
      for (Index t = 0; t < count; ++t) offsets[static_cast<std::size_t>(t)] = random.normal();
      const Vector values = points.transpose() * slope + VectorView(offsets.data(), count);
      Index lowest = 0;
      const double expected = values.minCoeff(&lowest);
      const kernels::AffineMinimum found = kernels::affine_minimum(rows, slope.data(), offsets);
      EXPECT_EQ(found.index, lowest);
      EXPECT_NEAR(found.value, expected, 1e-12);
    }
}

TEST(AffineMinimum, PrefersTheLowestIndexAmongEquals) {
  const kernels::PointRows rows = kernels::rows_of(Matrix::Zero(1, 24), 0);
  std::vector<double> offsets(24, 1.0);
  for (const std::size_t t : {11u, 13u, 21u}) offsets[t] = -1;
  const double slope = 3;
  EXPECT_EQ(kernels::affine_minimum(rows, &slope, offsets).index, 11);
}

}  // namespace
}  // namespace wpga
