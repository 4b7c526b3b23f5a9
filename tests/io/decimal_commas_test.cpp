#include "wpga/io/formats/tables/decimal_commas.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "io/refusal.hpp"
#include "wpga/io/formats/tables/table.hpp"

namespace wpga {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::refusal;

std::vector<double> numbers(const Table& table, std::size_t column) {
  return table.columns()[column].numbers;
}

TEST(DecimalCommas, AreReadBehindSemicolons) {
  const Table table = parse_table("id;x;y\n1;1,5;-2,5e3\n2;3;0,125\n");
  EXPECT_TRUE(table.has_header());
  EXPECT_THAT(numbers(table, 1), ElementsAre(1.5, 3));
  EXPECT_THAT(numbers(table, 2), ElementsAre(-2500, 0.125));
  EXPECT_EQ(table.text(0, 1), "1,5");
}

TEST(DecimalCommas, MakeNoHeader) { EXPECT_FALSE(parse_table("1,5;2,5\n3,5;4,5\n").has_header()); }

TEST(DecimalCommas, AreReadBehindTabsAndBlanksUnlessTheyMayBeThousands) {
  EXPECT_THAT(numbers(parse_table("x\ty\n1,5\t2\n"), 0), ElementsAre(1.5));
  EXPECT_THAT(numbers(parse_table("x y\n1,5 2,25\n0,125 3\n"), 1), ElementsAre(2.25, 3));
  EXPECT_THAT(numbers(parse_table("x\ty\n1,234\t0,5\n"), 0), ElementsAre(1.234));
  EXPECT_THAT(refusal([] { parse_table("x\ty\n1,234\t5,678\n"); }), HasSubstr("thousands"));
}

TEST(DecimalCommas, BesidePointsAreRefused) {
  EXPECT_THAT(refusal([] { parse_table("x;y\n1,5;2.5\n"); }), HasSubstr("decimal comma"));
}

TEST(DecimalCommas, AreNotSeenInTextOrBehindCommas) {
  const Table table = parse_table("name;x\n\"a,b\";1.5\n\"1,2,3\";2.5\n");
  EXPECT_FALSE(table.has_decimal_commas());
  EXPECT_THAT(numbers(table, 1), ElementsAre(1.5, 2.5));
  EXPECT_FALSE(parse_table("x,y\n\"1,5\",2\n").has_decimal_commas());
}

}  // namespace
}  // namespace wpga
