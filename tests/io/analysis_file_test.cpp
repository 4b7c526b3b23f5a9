#include "wpga/io/analysis_file.hpp"

#include <gtest/gtest.h>

#include "io/scratch_folder.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

MeanRecord some_mean() {
  Random random(1);
  const Matrix points = Matrix::NullaryExpr(2, 7, [&] { return random.normal(); });
  return {.mean = make_measure(points, Vector::LinSpaced(7, 1, 2)),
          .squared_distances = Vector::LinSpaced(3, 0.1, 0.7),
          .variance = 0.4,
          .names = {"a", "б", "c"},
          .labels = {"x", "", "y"},
          .measure_weights = Vector::Constant(3, 1.0 / 3),
          .space = {.kind = Kind::shape, .grid = {28, 28}},
          .options = R"({"support":7})"};
}

TEST(AnalysisFile, BringsTheMeanBackToTheBit) {
  const ScratchFolder folder;
  const MeanRecord record = some_mean();
  write_file(folder / "mean.h5", encode_mean(record));
  const MeanRecord back = read_mean(folder / "mean.h5");
  EXPECT_EQ(back.mean.points, record.mean.points);
  EXPECT_EQ(back.mean.weights, record.mean.weights);
  EXPECT_EQ(back.squared_distances, record.squared_distances);
  EXPECT_EQ(back.variance, record.variance);
  EXPECT_EQ(back.names, record.names);
  EXPECT_EQ(back.labels, record.labels);
  EXPECT_EQ(back.measure_weights, record.measure_weights);
  EXPECT_EQ(back.space, record.space);
  EXPECT_EQ(back.options, record.options);
  EXPECT_EQ(encode_mean(back), encode_mean(record));
}

TEST(AnalysisFile, LeavesOutWhatDoesNotApply) {
  const ScratchFolder folder;
  MeanRecord record = some_mean();
  record.labels.clear();
  record.measure_weights = {};
  write_file(folder / "mean.h5", encode_mean(record));
  const Hdf5Reader file(folder / "mean.h5");
  EXPECT_FALSE(file.has("/labels"));
  EXPECT_FALSE(file.has("/measure_weights"));
}

TEST(AnalysisFile, RefusesDistancesThatAreNotThoseOfTheMeasures) {
  const ScratchFolder folder;
  MeanRecord record = some_mean();
  record.squared_distances = Vector::Ones(2);
  write_file(folder / "mean.h5", encode_mean(record));
  EXPECT_THROW(read_mean(folder / "mean.h5"), InputError);
}

}  // namespace
}  // namespace wpga
