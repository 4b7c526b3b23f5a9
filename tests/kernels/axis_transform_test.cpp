#include "wpga/kernels/axis_transform.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/base/random.hpp"

namespace wpga::kernels {
namespace {

TEST(AxisTransform, AgreesWithPlainLoops) {
  Random random(1);
  for (const AxisShape shape : {AxisShape{1, 1, 1}, {3, 7, 1}, {2, 5, 9}, {1, 12, 16}, {4, 17, 1}}) {
    Matrix table(shape.length, shape.length);
    for (Index i = 0; i < shape.length; ++i)
      for (Index j = 0; j < shape.length; ++j) table(i, j) = 0.7 * static_cast<double>((i - j) * (i - j));
    std::vector<double> in(static_cast<std::size_t>(shape.outer * shape.length * shape.inner)), sums(in),
        minima(in);
    for (double& value : in) value = random.uniform(-500, 500);
    log_sum_axis(in.data(), shape, table.data(), sums.data());
    minimum_axis(in.data(), shape, table.data(), minima.data());
    for (Index o = 0; o < shape.outer; ++o)
      for (Index i = 0; i < shape.length; ++i)
        for (Index t = 0; t < shape.inner; ++t) {
          const auto at = [&](Index line) {
            return static_cast<std::size_t>((o * shape.length + line) * shape.inner + t);
          };
          Vector plus(shape.length), minus(shape.length);
          for (Index j = 0; j < shape.length; ++j) {
            plus[j] = in[at(j)] + table(i, j);
            minus[j] = in[at(j)] - table(i, j);
          }
          const double greatest = minus.maxCoeff();
          EXPECT_NEAR(sums[at(i)], greatest + std::log((minus.array() - greatest).exp().sum()),
                      1e-12 * std::abs(greatest) + 1e-12);
          EXPECT_NEAR(minima[at(i)], plus.minCoeff(), 1e-12 * std::abs(plus.minCoeff()));
        }
  }
}

TEST(AxisTransform, KeepsNothingAsNothing) {
  const std::vector<double> in(6, nothing), table(9, 1.0);
  std::vector<double> out(6);
  log_sum_axis(in.data(), {2, 3, 1}, table.data(), out.data());
  for (const double value : out) EXPECT_LT(value, nothing / 2);
}

}  // namespace
}  // namespace wpga::kernels
