#include "wpga/io/files/annotated_measures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "io/refusal.hpp"
#include "io/scratch_folder.hpp"
#include "io/write_annotated.hpp"

namespace wpga {
namespace {

using ::testing::HasSubstr;
using testing::refusal;

using Names = std::vector<std::string>;

class AnnotatedMeasuresTest : public ::testing::Test {
 protected:
  AnnotatedMeasures all(const TableOptions& options, const testing::AnnotatedParts& parts = {}) {
    testing::write_annotated(folder_ / "cells.h5ad", parts);
    return measures_from_cells(AnnotatedFile(folder_ / "cells.h5ad", {}), "cells", options, {});
  }
  TableMeasures measures(const TableOptions& options) { return all(options).measures; }
  ScratchFolder folder_;
};

TEST_F(AnnotatedMeasuresTest, GroupsCellsIntoMeasures) {
  const Matrix whole = testing::annotated_matrix();
  const TableMeasures samples = measures({.columns = {"CD8", "CD3"}});
  ASSERT_EQ(samples.measures.size(), 2u);
  EXPECT_EQ(samples.space.axes, (Names{"CD8", "CD3"}));
  EXPECT_EQ(samples.measures[0].name, "a");  // the first cell comes first
  EXPECT_EQ(samples.measures[0].cloud.points, whole(std::vector<Index>{2, 0}, std::vector<Index>{0, 2}));
  EXPECT_EQ(samples.measures[1].cloud.points, whole(std::vector<Index>{2, 0}, std::vector<Index>{1, 4}));
  EXPECT_EQ(measures({.form = TableForm::cloud}).measures[0].cloud.points, whole);
  const TableMeasures both = measures({.name_columns = {"donor", "age"}, .measure_weights = "age"});
  EXPECT_EQ(both.measures[1].name, "d2 2");
  EXPECT_EQ(both.measures[1].measure_weight, 2);
  EXPECT_EQ(measures({.label_column = "donor", .name_columns = {"age"}}).measures[0].label, "d1");
  EXPECT_THAT(refusal([&] { measures({.label_column = "old", .name_columns = {"sample"}}); }),
              HasSubstr("must be the same"));
}

// One cell has no sample.
TEST_F(AnnotatedMeasuresTest, CountsCellsWithoutAName) {
  EXPECT_EQ(all({.name_columns = {"sample"}}).nameless, 1);
  EXPECT_EQ(all({.name_columns = {"donor"}}).nameless, 0);
  EXPECT_THAT(refusal([&] { measures({.transform = Transform::log10}); }), HasSubstr("has no logarithm"));
}

// Missing for all of them is no contradiction between cells.
TEST_F(AnnotatedMeasuresTest, TellAMeasureWithoutAWeight) {
  constexpr double missing = std::numeric_limits<double>::quiet_NaN();
  const TableOptions options{.name_columns = {"sample"}, .measure_weights = "age"};
  EXPECT_THAT(refusal([&] { all(options, {.ages = {missing, 2, missing, 2, 2}}); }),
              HasSubstr("'a' has no value"));
  EXPECT_THAT(refusal([&] { all(options, {.ages = {missing, 2, 1.5, 2, 2}}); }), HasSubstr("differ"));
}

TEST_F(AnnotatedMeasuresTest, TakeNoColumnTwice) {
  EXPECT_THAT(refusal([&] { measures({.columns = {"CD8", "CD8"}}); }),
              HasSubstr("`columns` names \"CD8\" twice"));
  EXPECT_THAT(refusal([&] { measures({.name_columns = {"donor", "donor"}}); }),
              HasSubstr("`name-columns` names \"donor\" twice"));
}

}  // namespace
}  // namespace wpga
