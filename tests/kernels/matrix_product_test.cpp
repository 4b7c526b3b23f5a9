#include "wpga/kernels/matrix_product.hpp"

#include <gtest/gtest.h>

#include "wpga/base/linear_algebra.hpp"

namespace wpga::kernels {
namespace {

template <class T>
void check_product(Index rows, Index depth, Index columns, double tolerance) {
  using MatrixOf = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
  const MatrixOf a = MatrixOf::Random(rows + 3, depth), b = MatrixOf::Random(depth + 1, columns);
  MatrixOf c = MatrixOf::Constant(rows + 2, columns, T(7));
  ProductWorkspace<T> workspace;
  matrix_product(a.data(), rows + 3, b.data(), depth + 1, c.data(), rows + 2, rows, depth, columns,
                 workspace);
  const Matrix expected = a.topRows(rows).template cast<double>() * b.topRows(depth).template cast<double>();
  EXPECT_LT((c.topRows(rows).template cast<double>() - expected).cwiseAbs().maxCoeff(), tolerance);
  EXPECT_TRUE((c.bottomRows(2).array() == T(7)).all());
}

TEST(MatrixProduct, AgreesWithEigenForAnyShape) {
  for (const auto& [rows, depth, columns] :
       {std::tuple{1, 1, 1}, {5, 3, 2}, {48, 256, 8}, {49, 257, 9}, {193, 300, 31}, {400, 520, 17}}) {
    check_product<float>(rows, depth, columns, 1e-3);
    check_product<double>(rows, depth, columns, 1e-11);
  }
}

TEST(MatrixProduct, OfAPackedFactorIsTheSameToTheBit) {
  for (const auto& [rows, depth, columns] :
       {std::tuple{1, 1, 1}, {5, 3, 2}, {48, 256, 8}, {49, 257, 9}, {193, 300, 31}, {400, 520, 17}}) {
    const Eigen::MatrixXf a = Eigen::MatrixXf::Random(rows + 3, depth),
                          b = Eigen::MatrixXf::Random(depth, columns);
    Eigen::MatrixXf expected(rows, columns), found(rows, columns);
    ProductWorkspace<float> workspace;
    matrix_product(a.data(), rows + 3, b.data(), depth, expected.data(), rows, rows, depth, columns,
                   workspace);
    matrix_product(packed(a.data(), rows + 3, rows, depth), b.data(), depth, found.data(), rows, columns,
                   workspace);
    EXPECT_EQ(found, expected);
  }
}

}  // namespace
}  // namespace wpga::kernels
