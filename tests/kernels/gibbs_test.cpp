#include "wpga/kernels/gibbs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/base/random.hpp"
#include "wpga/kernels/aligned_vector.hpp"

namespace wpga::kernels {
namespace {

// p × n points in dimension d, with plain copies of what the kernels should compute.
struct Setup {
  Index p, n, d, stride = padded(n);
  Matrix z{d, p}, x{d, n}, t{p, n}, costs{p, n};
  Vector weights{p}, v = Vector::Zero(stride), offsets = Vector::Constant(stride, -1e30), maxima{p};
  AlignedVector<double> coordinates, scratch;

  Setup(Index rows, Index columns, Index dimension) : p(rows), n(columns), d(dimension) {
    Random random(static_cast<std::uint64_t>(rows * 1000 + columns));
    for (double& value : z.reshaped()) value = random.normal();
    for (double& value : x.reshaped()) value = random.normal();
    for (double& value : weights) value = random.uniform(0.5, 1.5);
    coordinates.assign(static_cast<std::size_t>(d * stride), 0);
    scratch.resize(static_cast<std::size_t>(4 * stride));
    for (Index j = 0; j < n; ++j) {
      v[j] = static_cast<float>(random.uniform(0.5, 1.5));
      offsets[j] = random.uniform(-1000, 1000);
      for (Index k = 0; k < d; ++k) coordinates[static_cast<std::size_t>(k * stride + j)] = x(k, j);
    }
    t = (3 * z.transpose() * x).rowwise() + offsets.head(n).transpose();
    for (Index i = 0; i < p; ++i)
      for (Index j = 0; j < n; ++j) costs(i, j) = (z.col(i) - x.col(j)).squaredNorm();
  }
  PointColumns columns() const { return {coordinates.data(), d, stride}; }
  template <class T>
  AlignedVector<T> kernel() {
    AlignedVector<T> rows(static_cast<std::size_t>(p * stride));
    gibbs_rows(z.data(), p, columns(), offsets.data(), 3, scratch.data(), rows.data(), maxima.data());
    return rows;
  }
  template <class T>
  Matrix dense(const AlignedVector<T>& rows) const {
    Matrix out(p, n);
    for (Index i = 0; i < p; ++i)
      for (Index j = 0; j < n; ++j)
        out(i, j) = static_cast<double>(rows[static_cast<std::size_t>(i * stride + j)]);
    return out;
  }
};

template <class T>
void check_kernels(Index p, Index n, Index d) {
  const double precision = sizeof(T) == 4 ? 3e-6 : 1e-12;
  Setup setup(p, n, d);
  const auto rows = setup.kernel<T>();
  const Matrix kernel = setup.dense(rows);
  for (Index i = 0; i < p; ++i) {
    EXPECT_NEAR(setup.maxima[i], setup.t.row(i).maxCoeff(), 1e-10);
    for (Index j = 0; j < n; ++j) {
      const double expected = std::exp(setup.t(i, j) - setup.t.row(i).maxCoeff());
      EXPECT_NEAR(kernel(i, j), expected, precision * expected + 1e-34);
    }
    for (Index j = n; j < setup.stride; ++j)
      EXPECT_EQ(rows[static_cast<std::size_t>(i * setup.stride + j)], T(0));
  }
  AlignedVector<T> v(setup.v.begin(), setup.v.end()), columns(static_cast<std::size_t>(setup.stride), T(2));
  Vector sums(p);
  scaling_sweep(rows.data(), p, setup.stride, setup.weights.data(), v.data(), sums.data(), columns.data());
  const Vector expected_sums = kernel * setup.v.head(n);
  const Vector u = setup.weights.cwiseQuotient(expected_sums);
  const Vector expected_columns = kernel.transpose() * u;
  EXPECT_LT((sums - expected_sums).cwiseQuotient(expected_sums).cwiseAbs().maxCoeff(), precision);
  for (Index j = 0; j < n; ++j)
    EXPECT_NEAR(static_cast<double>(columns[static_cast<std::size_t>(j)]), 2 + expected_columns[j],
                precision * (2 + expected_columns[j]));

  Vector kept = 0.9 * setup.v, potentials = Vector::Constant(setup.stride, -1e300), scalings(p), mass(p),
         cost(p), minima(p), column_sums = Vector::Zero(setup.stride);
  potentials.head(n) = setup.offsets.head(n);
  evaluate_rows(setup.z.data(), p, setup.columns(), rows.data(), setup.weights.data(), setup.v.data(),
                kept.data(), potentials.data(),
                {scalings.data(), mass.data(), cost.data(), minima.data(), column_sums.data()});
  EXPECT_LT((scalings - u).norm(), 1e-12 * u.norm());
  EXPECT_LT((mass - 0.9 * setup.weights).norm(), 1e-12);
  const Matrix plan = u.asDiagonal() * kernel * kept.head(n).asDiagonal();
  EXPECT_LT((cost - plan.cwiseProduct(setup.costs).rowwise().sum()).norm(), 1e-11 * (1 + cost.norm()));
  EXPECT_LT((minima - (setup.costs.rowwise() - potentials.head(n).transpose()).rowwise().minCoeff()).norm(),
            1e-9);
  EXPECT_LT((column_sums.head(n) - expected_columns).norm(), 1e-12 * expected_columns.norm());

  Matrix means(d, p);
  conditional_means(p, setup.columns(), rows.data(), setup.v.data(), means.data());
  const Matrix expected_means =
      setup.x *
      (expected_sums.cwiseInverse().asDiagonal() * kernel * setup.v.head(n).asDiagonal()).transpose();
  EXPECT_LT((means - expected_means).cwiseAbs().maxCoeff(), 1e-12);

  Vector least = Vector::Constant(setup.stride, 1e300);
  column_minima(setup.z.data(), p, setup.columns(), minima.data(), least.data());
  EXPECT_LT((least.head(n) - (setup.costs.colwise() - minima).colwise().minCoeff().transpose()).norm(), 1e-9);
}

TEST(GibbsKernels, AgreeWithPlainLoopsForOddShapesInSinglePrecision) {
  for (const auto& [p, n, d] : {std::tuple{1, 1, 1}, {3, 17, 2}, {8, 16, 3}, {21, 33, 5}, {64, 50, 50}})
    check_kernels<float>(p, n, d);
}
TEST(GibbsKernels, AgreeWithPlainLoopsForOddShapesInDoublePrecision) {
  for (const auto& [p, n, d] : {std::tuple{1, 1, 1}, {3, 17, 2}, {8, 16, 3}, {21, 33, 5}, {64, 50, 50}})
    check_kernels<double>(p, n, d);
}

TEST(GibbsKernels, LogarithmAndExponentialAreThoseOfTheStandardLibrary) {
  for (const Index count : {1, 7, 8, 37}) {
    const Vector x = Vector::LinSpaced(count, -30, 25), ones = Vector::Ones(count);
    Vector powers(count), back(count);
    exponentials(x.data(), count, powers.data());
    log_ratios(powers.data(), ones.data(), count, back.data());
    for (Index j = 0; j < count; ++j) EXPECT_NEAR(powers[j], std::exp(x[j]), 1e-14 * std::exp(x[j]));
    EXPECT_LT((back - x).cwiseAbs().maxCoeff(), 1e-13);
  }
}

}  // namespace
}  // namespace wpga::kernels
