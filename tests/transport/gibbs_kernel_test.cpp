#include "wpga/transport/entropic/gibbs_kernel.hpp"

#include <gtest/gtest.h>

#include "transport/clouds.hpp"
#include "wpga/kernels/axis_transform.hpp"

namespace wpga {
namespace {

Matrix plain_log_apply(const Matrix& costs, const Matrix& in, double epsilon, bool with_cost) {
  Matrix out(costs.rows(), in.cols());
  for (Index i = 0; i < costs.rows(); ++i)
    for (Index m = 0; m < in.cols(); ++m) {
      Eigen::ArrayXd terms = in.col(m).array() - costs.row(i).transpose().array() / epsilon;
      if (with_cost) terms += costs.row(i).transpose().array().log();
      const double greatest = terms.maxCoeff();
      out(i, m) = greatest + std::log((terms - greatest).exp().sum());
    }
  return out;
}

Matrix random_functions(Index rows, Index columns, std::uint64_t seed, double size) {
  Random random(seed);
  Matrix functions(rows, columns);
  for (double& value : functions.reshaped()) value = size * random.normal();
  functions(rows / 2, 0) = kernels::nothing;
  return functions;
}

void check(const GibbsKernel& kernel, const Matrix& costs, double tolerance) {
  const double epsilon = kernel.regularization();
  const Matrix there = random_functions(costs.cols(), 5, 1, 3),
               back = random_functions(costs.rows(), 5, 2, 3);
  Matrix out;
  kernel.log_apply(there, Side::source, out);
  EXPECT_LT((out - plain_log_apply(costs, there, epsilon, false)).cwiseAbs().maxCoeff(), tolerance);
  kernel.log_apply(back, Side::target, out);
  EXPECT_LT((out - plain_log_apply(costs.transpose(), back, epsilon, false)).cwiseAbs().maxCoeff(),
            tolerance);
  kernel.log_apply_cost(there, out);
  EXPECT_LT((out - plain_log_apply(costs, there, epsilon, true)).cwiseAbs().maxCoeff(), tolerance);
  kernel.c_transform(there, Side::source, out);
  for (Index m = 0; m < 5; ++m)
    EXPECT_LT((out.col(m) - (costs.rowwise() - there.col(m).transpose()).rowwise().minCoeff()).norm(), 1e-11);
  kernel.c_transform(back, Side::target, out);
  for (Index m = 0; m < 5; ++m)
    EXPECT_LT((out.col(m) - (costs.colwise() - back.col(m)).colwise().minCoeff().transpose()).norm(), 1e-11);
  const Vector rows = there.col(1).cwiseAbs().head(1).replicate(costs.rows(), 1),
               columns = there.col(2).cwiseAbs();
  EXPECT_NEAR(kernel.product_cost(rows, columns), rows.dot(costs * columns),
              1e-9 * rows.dot(costs * columns));
}

TEST(GibbsKernel, DenseAgreesWithPlainSums) {
  const Measure source = test::random_cloud(3, 23, 1), target = test::random_cloud(3, 37, 2);
  const Matrix costs = test::costs_between(source, target);
  for (const double epsilon : {10.0, 1.0, 0.1, 1e-3}) {
    check(*dense_kernel(source.points, target.points, epsilon), costs, 1e-9);
    check(*dense_kernel(source.points, target.points, epsilon, Precision::single_precision), costs, 1e-4);
  }
}

TEST(GibbsKernel, SeparableAgreesWithDenseInOneTwoAndThreeDimensions) {
  for (const Grid& grid : {Grid{{19}, {}}, Grid{{5, 9}, {1.5, 0.5}}, Grid{{4, 3, 6}, {}}, Grid{{1, 7}, {}}}) {
    const Measure all{grid.points(), Vector::Ones(grid.size())};
    const Matrix costs = test::costs_between(all, all);
    for (const double epsilon : {100.0, 2.0, 0.05, 1e-3}) {
      check(*grid_kernel(grid, epsilon), costs, 1e-9);
      check(*grid_kernel(grid, epsilon, Precision::single_precision), costs, 1e-4);
    }
  }
}

}  // namespace
}  // namespace wpga
