#include "wpga/kernels/proportional_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "wpga/base/random.hpp"
#include "wpga/kernels/column_minima.hpp"

namespace wpga::kernels {
namespace {

std::vector<float> random_floats(Random& random, std::ptrdiff_t count, double low, double high) {
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(random.uniform(low, high));
  return values;
}

TEST(ProportionalFit, FormsAGibbsKernel) {
  Random random(1);
  const std::ptrdiff_t p = 5, n = padded(19), d = 3;
  std::vector<float> entries(p * n);
  const auto z = random_floats(random, p * d, -0.3, 0.3), x = random_floats(random, d * n, -0.5, 0.5);
  form_gibbs({entries.data(), p, n}, z.data(), x.data(), d);
  for (std::ptrdiff_t k = 0; k < p; ++k)
    for (std::ptrdiff_t j = 0; j < n; ++j) {
      double product = 0;
      for (std::ptrdiff_t i = 0; i < d; ++i) product += z[k * d + i] * x[i * n + j];
      EXPECT_NEAR(entries[k * n + j] / std::exp(product), 1, 0.02);
    }
}

// The power must not rise again where its base is negative: what is far is never dense.
TEST(ProportionalFit, FormsAKernelThatOnlyFallsAndNeverVanishes) {
  const std::ptrdiff_t n = padded(16);
  std::vector<float> entries(n), x(n);
  for (std::ptrdiff_t j = 0; j < n; ++j) x[j] = static_cast<float>(-std::pow(10, static_cast<double>(j) - 3));
  const float z = 1;
  form_gibbs({entries.data(), 1, n}, &z, x.data(), 1);
  for (std::ptrdiff_t j = 0; j < n; ++j) {
    EXPECT_GT(entries[j], 0);
    EXPECT_LE(entries[j], 1);
    EXPECT_LE(entries[j], entries[j > 0 ? j - 1 : 0]);
  }
  EXPECT_LT(entries[n - 1], 1e-14F);
}

TEST(ProportionalFit, MakesRowsThenColumnsExact) {
  Random random(2);
  for (const std::ptrdiff_t p : {1, 3, 4, 6, 21})
    for (const std::ptrdiff_t n : {1, 15, 16, 40}) {
      const std::ptrdiff_t columns = padded(n);
      auto entries = random_floats(random, p * columns, 0.1, 2),
           row_shares = random_floats(random, p, 0.1, 1);
      std::vector<float> column_shares(columns, 0.0F), row_factors(p), column_sums(columns);
      for (std::ptrdiff_t j = 0; j < n; ++j) column_shares[j] = static_cast<float>(random.uniform(0.1, 1));
      fit_rows({entries.data(), p, columns}, column_shares.data(), row_shares.data(), row_factors.data(),
               column_sums.data());
      for (std::ptrdiff_t k = 0; k < p; ++k) {
        double sum = 0;
        for (std::ptrdiff_t j = 0; j < n; ++j) sum += entries[k * columns + j] * column_shares[j];
        EXPECT_NEAR(row_factors[k] * sum, 1, 1e-5);
      }
      for (std::ptrdiff_t j = 0; j < n; ++j) {
        double sum = 0;
        for (std::ptrdiff_t k = 0; k < p; ++k)
          sum += row_shares[k] * row_factors[k] * entries[k * columns + j];
        EXPECT_NEAR(column_sums[j] / sum, 1, 1e-5);
      }
    }
}

TEST(ProportionalFit, SharpensBySquaresThatNeverVanish) {
  std::vector<float> entries(32, 1e-20F);
  entries[3] = 2;
  entries[17] = 0.5F;
  const std::vector<float> row_factors = {3, 4}, column_factors(16, 0.5F);
  sharpen({entries.data(), 2, 16}, row_factors.data(), column_factors.data());
  EXPECT_FLOAT_EQ(entries[3], 9);
  EXPECT_FLOAT_EQ(entries[17], 1);
  EXPECT_FLOAT_EQ(entries[0], 1e-30F);
}

TEST(ProportionalFit, SelectsWhatIsDense) {
  Random random(3);
  auto entries = random_floats(random, 2 * 48, 0, 2);
  const auto factors = random_floats(random, 48, 0.5, 2);
  std::vector<std::int32_t> columns(48);
  std::vector<float> values(48);
  const auto count =
      select_above({entries.data(), 2, 48}, 1, 0.75F, factors.data(), 1.0F, columns.data(), values.data());
  std::ptrdiff_t expected = 0;
  for (std::int32_t j = 0; j < 48; ++j) {
    const float density = 0.75F * (entries[48 + j] * factors[j]);
    if (density < 1) continue;
    ASSERT_LT(expected, count);
    EXPECT_EQ(columns[expected], j);
    EXPECT_FLOAT_EQ(values[expected], density);
    ++expected;
  }
  EXPECT_EQ(expected, count);
}

}  // namespace
}  // namespace wpga::kernels
