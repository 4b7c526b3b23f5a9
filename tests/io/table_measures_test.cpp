#include "wpga/io/reading/table_measures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "io/read_table.hpp"
#include "io/refusal.hpp"
#include "wpga/base/named_enum.hpp"

namespace wpga {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::read_table;
using testing::refusal;

TEST(TableForm, IsGuessedFromTheHeader) {
  const auto guess = [](std::string_view text) { return name_of(guess_form(parse_table(text))); };
  EXPECT_EQ(guess("measure,weight,x\na,1,2\n"), "long");
  EXPECT_EQ(guess("Measure,1,2\na,1,2\n"), "long");
  EXPECT_EQ(guess("sample,x,y\na,1,2\n"), "long");
  EXPECT_EQ(guess("name,sex,0-4,5-9,100+\na,M,1,2,3\n"), "histograms");
  EXPECT_EQ(guess("sample,0.5,1.5\na,1,2\n"), "histograms");
  EXPECT_EQ(guess("CD4,CD8\n1,2\n"), "cloud");
  EXPECT_EQ(guess("1,2\n3,4\n"), "cloud");
}

TEST(LongForm, GathersRowsInTheOrderOfFirstAppearance) {
  const TableMeasures table =
      read_table("measure,weight,label,x1,x2,note\nb,1,red,1,2,hm\na,2,blue,3,4,\nb,3,red,5,6,ok\n");
  ASSERT_EQ(table.measures.size(), 2U);
  EXPECT_EQ(table.measures[0].name, "b");
  EXPECT_EQ(table.measures[0].label, "red");
  EXPECT_EQ(table.measures[1].name, "a");
  EXPECT_EQ(table.measures[0].cloud.points, (Matrix(2, 2) << 1, 5, 2, 6).finished());
  EXPECT_EQ(table.measures[0].cloud.weights, Vector::Map(std::vector<double>{1, 3}.data(), 2));
  EXPECT_THAT(table.space.axes, ElementsAre("x1", "x2"));
}

TEST(LongForm, HasWeightsOneWithoutAWeightColumn) {
  EXPECT_EQ(read_table("measure,x\na,1\na,2\n").measures[0].cloud.weights, Vector::Ones(2));
}

TEST(LongForm, LabelsAndMeasureWeightsBelongToTheMeasure) {
  EXPECT_THAT(refusal([] { read_table("measure,label,x\na,u,1\na,v,2\n"); }),
              HasSubstr("line 3, column label: \"v\""));
  const TableOptions options{.measure_weights = "size"};
  const MeasureFamily family = family_of(read_table("measure,size,x\na,1,1\nb,3,2\na,1,3\n", options));
  EXPECT_DOUBLE_EQ(family.measure_weight(1), 0.75);
  EXPECT_EQ(family.dimension(), 1);
  EXPECT_THROW(read_table("measure,size,x\na,1,1\na,2,3\n", options), InputError);
}

TEST(LongForm, NamesCanBeJoinedFromColumns) {
  const TableMeasures table =
      read_table("who,day,x\na,1,1\na,2,1\n", {.form = TableForm::long_form, .name_columns = {"who", "day"}});
  EXPECT_EQ(table.measures[1].name, "a 2");
}

TEST(CloudTable, TakesAllNumericColumnsOrTheChosenOnes) {
  const std::string_view text = "id,CD4,CD8,weight\nu,1,10,2\nv,3,100,5\n";
  EXPECT_THAT(read_table(text).space.axes, ElementsAre("CD4", "CD8"));
  const TableMeasures table = read_table(text, {.columns = {"3", "CD4"}, .transform = Transform::log10});
  EXPECT_THAT(table.space.axes, ElementsAre("log10 CD8", "log10 CD4"));
  EXPECT_EQ(table.measures[0].name, "file");
  EXPECT_DOUBLE_EQ(table.measures[0].cloud.points(0, 1), 2);
  EXPECT_EQ(table.measures[0].cloud.weights(1), 5);
  const TableMeasures arcs = read_table(text, {.columns = {"CD4"}, .transform = Transform::asinh});
  EXPECT_DOUBLE_EQ(std::sinh(arcs.measures[0].cloud.points(0, 1)), 3);
}

TEST(CloudTable, RefusalsNameLineAndColumn) {
  EXPECT_EQ(refusal([] { read_table("a,b\n1,2\n3,1.O\n"); }), "line 3, column b: \"1.O\" is not a number");
  EXPECT_THAT(refusal([] { read_table("a;b\n1;2.5\n3;1,5\n"); }), HasSubstr("with a point"));
  EXPECT_THAT(refusal([] { read_table("a,b\n1,2\n3,\n"); }),
              HasSubstr("line 3, column b: the number is missing"));
  EXPECT_THAT(refusal([] { read_table("a,b\n1,nan\n3,2\n"); }),
              HasSubstr("line 2, column b: the number is missing"));
  EXPECT_THAT(refusal([] { read_table("a,b\n1,1\n3,inf\n"); }),
              HasSubstr("line 3, column b: the number is infinite"));
  EXPECT_THAT(refusal([] { read_table("a,weight\n1,1\n3,-2\n"); }),
              HasSubstr("line 3, column weight: the weight -2 is negative"));
  EXPECT_THAT(refusal([] { read_table("a\n1\n0\n", {.transform = Transform::log10}); }),
              HasSubstr("line 3, column a: 0 has no logarithm"));
  EXPECT_THAT(refusal([] { read_table("name2,b\nu,v\n"); }), HasSubstr("no column holds numbers"));
  EXPECT_THAT(refusal([] { read_table("a,b\n1,u\n", {.columns = {"b"}}); }),
              HasSubstr("\"u\" is not a number"));
  EXPECT_THAT(refusal([] { read_table("a\n1\n", {.sample = -1}); }),
              HasSubstr("`sample` must be at least 0"));
}

TEST(SampledRows, AreDistinctIncreasingAndAsManyAsAsked) {
  for (Index wanted = 0; wanted <= 12; ++wanted) {
    const std::vector<Index> rows = sampled_rows(10, wanted, 7, 0);
    EXPECT_EQ(static_cast<Index>(rows.size()), std::min<Index>(wanted, 10));
    EXPECT_TRUE(std::adjacent_find(rows.begin(), rows.end(), std::greater_equal<>()) == rows.end());
  }
  EXPECT_EQ(sampled_rows(1000, 10, 7, 3), sampled_rows(1000, 10, 7, 3));
  EXPECT_NE(sampled_rows(1000, 10, 7, 3), sampled_rows(1000, 10, 7, 4));
  EXPECT_NE(sampled_rows(1000, 10, 7, 3), sampled_rows(1000, 10, 8, 3));
}

// Each of the C(5,2) = 10 pairs has probability 1/10: 10,000 draws stay within five standard deviations (30)
// of 1000.
TEST(SampledRows, AreEquallyLikelySubsets) {
  std::map<std::vector<Index>, int> counts;
  for (std::uint64_t seed = 0; seed < 10'000; ++seed) ++counts[sampled_rows(5, 2, seed, 0)];
  EXPECT_EQ(counts.size(), 10U);
  for (const auto& [rows, count] : counts) EXPECT_NEAR(count, 1000, 150);
}

TEST(SampledRows, KeepTheirWeightsAndAreDrawnForEachMeasure) {
  std::string text = "measure,weight,x\n";
  for (int k = 0; k < 100; ++k)
    text += (k % 2 ? "odd," : "even,") + std::to_string(k) + "," + std::to_string(k) + "\n";
  const TableMeasures table = read_table(text, {.sample = 20});
  for (const NamedCloud& measure : table.measures) {
    EXPECT_EQ(measure.cloud.points.cols(), 20);
    EXPECT_EQ(measure.cloud.points.row(0).transpose(), measure.cloud.weights);
  }
  EXPECT_EQ(static_cast<int>(table.measures[1].cloud.points(0, 7)) % 2, 1);
}

}  // namespace
}  // namespace wpga
