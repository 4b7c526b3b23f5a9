#include "wpga/analysis/fit/map_columns.hpp"

#include <gtest/gtest.h>

namespace wpga {
namespace {

// Runs of columns: 8 million numbers to a run, so that 300 × 60,000 take three of them.
TEST(MapColumns, SumsOverRunsAreThoseOverAll) {
  const Index rows = 300, columns = 60'000;
  const Eigen::MatrixXf values = Eigen::MatrixXf::NullaryExpr(
      rows, columns, [](Index i, Index j) { return static_cast<float>((7 * i + 13 * j) % 11) - 5; });
  MapColumns maps;
  maps = values;
  Index runs = 0, seen = 0;
  maps.walk([&](Index first, const MapColumns::View& part) {
    EXPECT_EQ(first, seen);
    seen += part.cols();
    ++runs;
  });
  EXPECT_EQ(seen, columns);
  EXPECT_EQ(runs, 3);
  // Small whole numbers: sums of them have no rounding.
  const Eigen::MatrixXf factors = Eigen::MatrixXf::NullaryExpr(
      2, columns, [](Index i, Index j) { return static_cast<float>((i + j) % 3); });
  const Eigen::MatrixXf fields = Eigen::MatrixXf::NullaryExpr(
      rows, 2, [](Index i, Index j) { return static_cast<float>((i + 2 * j) % 5); });
  EXPECT_EQ(maps.times(factors), Eigen::MatrixXf(values * factors.transpose()));
  EXPECT_EQ(maps.sum(factors.row(1).transpose()), Eigen::VectorXf(values * factors.row(1).transpose()));
  EXPECT_EQ(maps.along(fields), Eigen::MatrixXf(fields.transpose() * values));
}

}  // namespace
}  // namespace wpga
