// Tables whose rows are histograms.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "io/read_table.hpp"
#include "io/refusal.hpp"

namespace wpga {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::read_table;
using testing::refusal;

TEST(Histograms, OfAgesHaveNamesAndBinsFromTheHeader) {
  const TableMeasures table = read_table(
      "country_code,name,sex,0-4,5-9,95-99,100+\n108,Burundi,M,578.8,534.4,3,0\n344,\"China, Hong Kong "
      "SAR\",F,1,2,3,4\n",
      {.label_column = "sex"});
  ASSERT_EQ(table.measures.size(), 2U);
  EXPECT_EQ(table.space.kind, Kind::histogram);
  EXPECT_EQ(table.measures[0].name, "Burundi M");
  EXPECT_EQ(table.measures[1].name, "China, Hong Kong SAR F");
  EXPECT_EQ(table.measures[1].label, "F");
  EXPECT_EQ(table.measures[1].cloud.points, (Matrix(1, 4) << 2.5, 7.5, 97.5, 102.5).finished());
  EXPECT_EQ(family_of(table)[0].size(), 3);  // the empty bin is no atom
}

TEST(Histograms, TakeNumbersIntoTheirNamesOnlyWhereTextRepeats) {
  const TableMeasures table = read_table("name,year,0,1\na,1950,1,2\na,2000,1,2\n");
  EXPECT_EQ(table.measures[1].name, "a 2000");
  EXPECT_EQ(read_table("0,1,n\n1,2,5\n3,4,6\n").measures[1].name, "6");
  EXPECT_EQ(read_table("0,1,n\n1,2,5\n3,4,5\n").measures[1].name, "5 line 3");
}

TEST(Histograms, CanBeWeightedAndChosen) {
  const TableOptions options{
      .columns = {"10", "20"}, .transform = Transform::log10, .measure_weights = "people"};
  const TableMeasures table = read_table("who,people,10,20,30\na,3,1,2,3\nb,1,1,2,3\n", options);
  EXPECT_DOUBLE_EQ(family_of(table).measure_weight(0), 0.75);
  EXPECT_DOUBLE_EQ(table.measures[0].cloud.points(0, 1), std::log10(20));
}

TEST(Histograms, WithoutHeaderStandAtZeroOneTwo) {
  const TableMeasures table = read_table("5,6,7\n1,2,3\n", {.form = TableForm::histograms});
  ASSERT_EQ(table.measures.size(), 2U);
  EXPECT_EQ(table.measures[0].cloud.points, (Matrix(1, 3) << 0, 1, 2).finished());
}

TEST(Histograms, RefusalsNameLineAndColumn) {
  EXPECT_THAT(refusal([] { read_table("n,0,1\na,1,-2\n"); }),
              HasSubstr("line 2, column 1: the weight -2 is negative"));
  EXPECT_THAT(refusal([] { read_table("n,0,1\na,1,2\nb,0,0\n"); }),
              HasSubstr("line 3: the histogram has no mass"));
  EXPECT_THAT(refusal([] { read_table("n,0,1\na,1,two\n"); }),
              HasSubstr("line 2, column 1: \"two\" is not a number"));
  EXPECT_THAT(refusal([] { read_table("n,0,1\na,1,2\n", {.sample = 3}); }), HasSubstr("`sample"));
  EXPECT_THAT(refusal([] { read_table("a,b\n1,2\n", {.form = TableForm::histograms}); }),
              HasSubstr("no header is a bin"));
  EXPECT_THAT(refusal([] { read_table("a,b\n1,2\n", {.form = TableForm::histograms, .columns = {"b"}}); }),
              HasSubstr("\"b\" is not a bin"));
}

// Bins are places on the line, so a transform moves them and leaves the cells, which are weights, alone.
TEST(Histograms, TransformTheirBinsNotTheirWeights) {
  const TableMeasures table = read_table("name,1,10,100\na,5,6,7\n", {.transform = Transform::log10});
  EXPECT_TRUE(table.measures[0].cloud.points.isApprox(Matrix{{0, 1, 2}}, 1e-15));
  EXPECT_EQ(table.measures[0].cloud.weights, (Vector{{5, 6, 7}}));
  EXPECT_THAT(refusal([] { read_table("name,0,10\na,5,6\n", {.transform = Transform::log10}); }),
              HasSubstr("no logarithm"));
}

TEST(Histograms, RefuseFlagsOfClouds) {
  EXPECT_THAT(refusal([] { read_table("name,0,10\na,5,6\n", {.sample = 3}); }), HasSubstr("`sample"));
  EXPECT_THAT(refusal([] { read_table("name,0,10\na,5,6\n", {.weight_column = "name"}); }),
              HasSubstr("`weight-column`"));
}

// Rows that cannot be told apart are named by their line.
TEST(Histograms, OfOneNameAreToldApartByTheirLines) {
  const TableMeasures table = read_table("name,0,10\na,5,6\na,7,8\n");
  EXPECT_EQ(table.measures[0].name, "a line 2");
  EXPECT_EQ(table.measures[1].name, "a line 3");
}

}  // namespace
}  // namespace wpga
