#include "wpga/kernels/column_minima.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "wpga/base/random.hpp"

namespace wpga::kernels {
namespace {

struct Problem {
  std::ptrdiff_t rows, columns, dimension;
  std::vector<double> z, x, heights;

  Problem(Random& random, std::ptrdiff_t p, std::ptrdiff_t n, std::ptrdiff_t d)
      : rows(p),
        columns(n),
        dimension(d),
        z(p * d),
        x(d * padded(n), 0.0),
        heights(padded(n), std::numeric_limits<double>::infinity()) {
    for (double& value : z) value = random.normal();
    for (std::ptrdiff_t j = 0; j < n; ++j) {
      heights[j] = random.normal();
      for (std::ptrdiff_t i = 0; i < d; ++i) x[i * padded(n) + j] = random.normal();
    }
  }
  NegativeInnerProducts matrix() const { return {z.data(), x.data(), dimension, padded(columns)}; }
  double sum(std::ptrdiff_t k, std::ptrdiff_t j) const {
    double product = 0;
    for (std::ptrdiff_t i = 0; i < dimension; ++i)
      product += z[k * dimension + i] * x[i * padded(columns) + j];
    return heights[j] - product;
  }
  double least(std::ptrdiff_t k) const {
    double minimum = sum(k, 0);
    for (std::ptrdiff_t j = 1; j < columns; ++j) minimum = std::min(minimum, sum(k, j));
    return minimum;
  }
};

TEST(ColumnMinima, AgreeWithThePlainLoopForEveryOddShape) {
  Random random(1);
  for (const std::ptrdiff_t d : {1, 2, 3, 4, 7, 20})
    for (const std::ptrdiff_t n : {1, 2, 7, 8, 9, 15, 16, 17, 33, 100})
      for (const std::ptrdiff_t p : {1, 2, 3, 4, 5, 11}) {
        const Problem problem(random, p, n, d);
        std::vector<std::int32_t> rows(p);
        std::iota(rows.rbegin(), rows.rend(), 0);
        std::vector<double> on_the_fly(p), read_back(p), entries(p * padded(n));
        form(problem.matrix(), p, entries.data());
        const StoredMatrix stored{entries.data(), padded(n)};
        column_minima(problem.matrix(), rows, problem.heights.data(), on_the_fly.data());
        column_minima(stored, rows, problem.heights.data(), read_back.data());
        for (std::ptrdiff_t i = 0; i < p; ++i) {
          const std::int32_t row = rows[i];
          EXPECT_NEAR(on_the_fly[i], problem.least(row), 1e-13);
          EXPECT_NEAR(read_back[i], problem.least(row), 1e-13);
          const auto first = first_column_at(problem.matrix(), row, problem.heights.data(), on_the_fly[i]);
          const auto second = first_column_at(stored, row, problem.heights.data(), read_back[i]);
          ASSERT_TRUE(first >= 0 && first < n);
          EXPECT_EQ(first, second);
          EXPECT_NEAR(problem.sum(row, first), problem.least(row), 1e-13);
        }
      }
}

// Single precision rounds coordinates, heights and sums, each once a step; its minimum is attained where it
// says.
TEST(ColumnMinima, AgreeInSinglePrecisionUpToItsRounding) {
  Random random(3);
  for (const std::ptrdiff_t d : {1, 2, 3, 5})
    for (const std::ptrdiff_t n : {1, 7, 16, 17, 33, 100})
      for (const std::ptrdiff_t p : {1, 3, 4, 11}) {
        const Problem problem(random, p, n, d);
        const std::vector<float> z(problem.z.begin(), problem.z.end()), x(problem.x.begin(), problem.x.end()),
            heights(problem.heights.begin(), problem.heights.end());
        const SingleInnerProducts matrix{z.data(), x.data(), d, padded(n)};
        std::vector<std::int32_t> rows(p);
        std::iota(rows.rbegin(), rows.rend(), 0);
        std::vector<float> found(p);
        column_minima(matrix, rows, heights.data(), found.data());
        for (std::ptrdiff_t i = 0; i < p; ++i) {
          const double bound = 1e-7 * (2 + 10 * static_cast<double>(d));
          EXPECT_NEAR(found[i], problem.least(rows[i]), bound);
          const auto first = first_column_at(matrix, rows[i], heights.data(), found[i]);
          ASSERT_TRUE(first >= 0 && first < n);
          EXPECT_NEAR(problem.sum(rows[i], first), problem.least(rows[i]), 2 * bound);
        }
      }
}

TEST(ColumnMinima, NameTheFirstOfEqualColumns) {
  Random random(2);
  Problem problem(random, 1, 40, 3);
  std::ranges::fill(problem.x, 0.5);
  std::fill_n(problem.heights.begin(), 40, 1.0);
  const std::int32_t row = 0;
  double least = 0;
  column_minima(problem.matrix(), {&row, 1}, problem.heights.data(), &least);
  EXPECT_EQ(first_column_at(problem.matrix(), row, problem.heights.data(), least), 0);
}

}  // namespace
}  // namespace wpga::kernels
