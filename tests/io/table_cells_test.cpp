#include "wpga/io/formats/tables/table_cells.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/refusal.hpp"

namespace wpga {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::refusal;

TEST(TableCells, AreRefusedWithLineAndColumn) {
  const Table table = parse_table("name,CD4,weight\na,1,0.5\nb,inf,-2\n");
  EXPECT_EQ(finite_at(table, 0, 1), 1);
  EXPECT_THAT(refusal([&] { finite_at(table, 1, 1); }), AllOf(HasSubstr("line 3"), HasSubstr("CD4")));
  EXPECT_EQ(weight_at(table, 0, 2), 0.5);
  EXPECT_THAT(refusal([&] { weight_at(table, 1, 2); }), AllOf(HasSubstr("line 3"), HasSubstr("weight")));
  EXPECT_THAT(refusal([&] { require_numeric(table, 0); }), AllOf(HasSubstr("line 2"), HasSubstr("name")));
}

TEST(TableCells, ATransformIsDefinedWhereItsFunctionIs) {
  const Table table = parse_table("CD4,CD8\n10,1\n0,1\n");
  EXPECT_EQ(coordinate_at(table, 0, 0, Transform::log10), 1);
  EXPECT_THAT(refusal([&] { coordinate_at(table, 1, 0, Transform::log10); }),
              AllOf(HasSubstr("line 3"), HasSubstr("CD4")));
}

TEST(TableCells, CoordinatesAreTheNumericColumnsThatAreNotTaken) {
  const Table table = parse_table("name,x,weight,y\na,1,1,2\nb,3,1,4\n");
  EXPECT_THAT(coordinate_columns(table, {}, {2}), ElementsAre(1, 3));
  EXPECT_THAT(coordinate_columns(table, {"y", "x"}, {2}), ElementsAre(3, 1));
  EXPECT_EQ(asked_or_usual(table, "", {"mass", "weight"}), 2U);
  EXPECT_EQ(asked_or_usual(table, "y", {"weight"}), 3U);
  EXPECT_FALSE(asked_or_usual(table, "", {"mass"}));
}

TEST(TableCells, NoColumnIsAskedForTwice) {
  const Table table = parse_table("name,x,y\na,1,2\nb,3,4\n");
  EXPECT_THAT(refusal([&] { coordinate_columns(table, {"x", "y", "x"}, {}); }), HasSubstr("\"x\" twice"));
  EXPECT_THAT(refusal([&] { coordinate_columns(table, {"x", "2"}, {}); }), HasSubstr("\"2\" twice"));
  const auto find = [&](const std::string& name) { return table.find(name); };
  EXPECT_THAT(asked_columns({"y", "x"}, "name-columns", find), ElementsAre(2, 1));
  EXPECT_THAT(refusal([&] { asked_columns({"y", "y"}, "name-columns", find); }), HasSubstr("`name-columns`"));
}

TEST(TableCells, AColumnThatCountsRowsIsNoCoordinateUnlessAsked) {
  const Table table = parse_table("id,x,y\n4,1,2\n5,3,4\n6,3,5\n");
  EXPECT_THAT(coordinate_columns(table, {}, {}), ElementsAre(1, 2));
  EXPECT_THAT(coordinate_columns(table, {"id", "x"}, {}), ElementsAre(0, 1));
  EXPECT_THAT(unused_columns(table, {1, 2}, {}).counters, ElementsAre("id"));
  // Other numbers may be where something lies, and so may those without that name.
  EXPECT_THAT(coordinate_columns(parse_table("id,x\n4,1\n6,3\n"), {}, {}), ElementsAre(0, 1));
  EXPECT_THAT(coordinate_columns(parse_table("t,x\n4,1\n5,3\n"), {}, {}), ElementsAre(0, 1));
  EXPECT_THAT(coordinate_columns(parse_table("4,1\n5,3\n"), {}, {}), ElementsAre(0, 1));
}

TEST(TableCells, CountingMayBeginAnewForEachMeasure) {
  const Table table = parse_table("sample,id,x\na,1,5\na,2,6\nb,1,7\n");
  EXPECT_THAT(coordinate_columns(table, {}, {0}, {0}), ElementsAre(2));
  EXPECT_THAT(coordinate_columns(table, {}, {0}), ElementsAre(1, 2));
}

TEST(TableCells, RowsThatAreOnlyCountedAreRefused) {
  EXPECT_THAT(refusal([] { coordinate_columns(parse_table("id\n1\n2\n"), {}, {}); }),
              AllOf(HasSubstr("id"), HasSubstr("only counts rows")));
}

}  // namespace
}  // namespace wpga
