#include "wpga/analysis/fit/map_columns.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "parallel/rank_threads.hpp"

namespace wpga {
namespace {

using testing::on_ranks;

Eigen::MatrixXf whole_numbers(Index rows, Index columns) {
  return Eigen::MatrixXf::NullaryExpr(
      rows, columns, [](Index i, Index j) { return static_cast<float>((7 * i + 13 * j) % 11) - 5; });
}

// Small whole numbers: sums of them have no rounding.
void expect_sums_of(const Eigen::MatrixXf& values, const MapColumns& maps) {
  const Eigen::VectorXf factors =
      Eigen::VectorXf::NullaryExpr(values.cols(), [](Index j) { return static_cast<float>(j % 3); });
  const Eigen::MatrixXf fields = Eigen::MatrixXf::NullaryExpr(
      values.rows(), 2, [](Index i, Index j) { return static_cast<float>((i + 2 * j) % 5); });
  const Vector weights = factors.cast<double>();
  const Matrix numbers = values.cast<double>(), scores = fields.cast<double>().transpose() * numbers;
  EXPECT_EQ(maps.sum(factors), Eigen::VectorXf(values * factors));
  EXPECT_EQ(maps.along(fields), Eigen::MatrixXf(scores.cast<float>()));
  EXPECT_EQ(maps.along(Eigen::VectorXf(fields.col(1))), Vector(scores.row(1).transpose()));
  EXPECT_EQ(maps.second_moments(fields.cast<double>(), weights),
            Matrix(scores * weights.asDiagonal() * scores.transpose()));
  const Matrix folded = numbers * weights.asDiagonal() * scores.transpose();
  const Matrix found = maps.folded(fields.cast<double>(), weights);
  EXPECT_TRUE((found / found.norm()).isApprox(folded / folded.norm(), 1e-6));
  EXPECT_EQ(maps.squared_norms(), Vector(numbers.colwise().squaredNorm().transpose()));
  EXPECT_EQ(maps.squared_norm(weights), numbers.colwise().squaredNorm().dot(weights));
  EXPECT_EQ(maps.column(values.cols() - 1), Eigen::VectorXf(values.col(values.cols() - 1)));
  const MapColumns halves = maps.changed(values.rows() / 2, [](const auto& column) -> Eigen::VectorXf {
    return 2 * column.head(column.size() / 2);
  });
  EXPECT_EQ(halves.is_divided(), maps.is_divided());
  EXPECT_EQ(halves.sum(factors), Eigen::VectorXf(2 * (values * factors).head(values.rows() / 2)));
}

// Runs of columns: 8 million numbers to a run, so that 1000 columns of 9000 rows take two of them.
TEST(MapColumns, SumsOverRunsAreThoseOverAll) {
  const Eigen::MatrixXf values = whole_numbers(9000, 1000);
  MapColumns maps;
  maps = values;
  Index runs = 0, seen = 0;
  maps.walk([&](Index first, const MapColumns::View& part) {
    EXPECT_EQ(first, seen);
    seen += part.cols();
    ++runs;
  });
  EXPECT_EQ(seen, 1000);
  EXPECT_EQ(runs, 2);
  expect_sums_of(values, maps);
}

TEST(MapColumns, SumsOfManyAreThoseOverAll) {
  const Eigen::MatrixXf values = whole_numbers(30, MapColumns::few + 100);
  MapColumns maps;
  maps = values;
  expect_sums_of(values, maps);
}

MapColumns irrational_columns(Index rows, Index count, const Execution& execution) {
  MapColumns maps;
  maps.resize(rows, count, execution);
  const Share here = maps.is_divided() ? own_share(execution, count) : Share{0, count};
  for (Index i = here.first; i < here.last; ++i)
    for (Index r = 0; r < rows; ++r)
      maps.col(i)[r] = static_cast<float>(std::sin(static_cast<double>(3 * i + 7 * r)));
  return maps;
}

// All that is asked of columns, in one matrix.
Matrix everything(const MapColumns& maps, Index rows) {
  const Vector weights = Vector::LinSpaced(maps.cols(), 0.1, 1).array().sqrt();
  const Matrix fields =
      Matrix::NullaryExpr(rows, 3, [](Index i, Index j) { return std::cos(static_cast<double>(i + 5 * j)); });
  const Matrix folded = maps.folded(fields, weights), moments = maps.second_moments(fields, weights);
  const Eigen::VectorXf sum = maps.sum(weights.cast<float>());
  const Eigen::MatrixXf along = maps.along(Eigen::MatrixXf(fields.cast<float>()));
  const Vector alone = maps.along(Eigen::VectorXf(fields.col(0).cast<float>())), norms = maps.squared_norms();
  std::vector<double> all = {maps.squared_norm(weights)};
  const auto add = [&](const auto& some) {
    for (const auto& value : some.reshaped()) all.push_back(static_cast<double>(value));
  };
  add(folded), add(moments), add(sum), add(along), add(alone), add(norms), add(maps.column(7));
  return Eigen::Map<const Vector>(all.data(), std::ssize(all));
}

TEST(MapColumns, RanksThatDivideThemFindTheSameBits) {
  const Index rows = 12;
  for (const Index count : {Index{17}, MapColumns::few, MapColumns::few + 1, MapColumns::few + 500}) {
    const Matrix alone = everything(irrational_columns(rows, count, {.threads = 1}), rows);
    for (const int size : {2, 3, 7})
      on_ranks(size, [&](Ranks& ranks) {
        const Execution execution{.threads = 2, .ranks = &ranks};
        const MapColumns maps = irrational_columns(rows, count, execution);
        EXPECT_EQ(maps.is_divided(), count > MapColumns::few);
        EXPECT_EQ(everything(maps, rows), alone) << count << " on " << size;
      });
  }
}

}  // namespace
}  // namespace wpga
