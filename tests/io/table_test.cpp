#include "wpga/io/formats/tables/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "io/made_bytes.hpp"
#include "io/refusal.hpp"

namespace wpga {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::refusal;

std::vector<std::string> column_names(const Table& table) {
  std::vector<std::string> names;
  for (const Table::Column& column : table.columns()) names.push_back(column.name);
  return names;
}

// A cell may hold separators, line ends and doubled quotes (RFC 4180, 2.5–2.7).
TEST(Table, QuotedCellsHoldAnything) {
  const Table table =
      parse_table("name,\"a,b\"\r\n\"China, Hong Kong SAR\",1\r\n\"say \"\"hi\"\"\r\nthere\",2\r\nplain,3");
  EXPECT_THAT(column_names(table), ElementsAre("name", "a,b"));
  ASSERT_EQ(table.rows(), 3);
  EXPECT_EQ(table.text(0, 0), "China, Hong Kong SAR");
  EXPECT_EQ(table.text(1, 0), "say \"hi\"\r\nthere");
  EXPECT_THAT(table.columns()[1].numbers, ElementsAre(1, 2, 3));
  EXPECT_EQ(table.line(1), 3);
  EXPECT_EQ(table.line(2), 5);  // the quoted line end counts
}

TEST(Table, SeparatorsAndLineEndsDoNotChangeTheContents) {
  for (const std::string separator : {",", ";", "\t", " ", " ; ", "   "})
    for (const std::string end : {"\n", "\r\n", "\r"})
      for (const std::string mark : {"", "\xEF\xBB\xBF"}) {
        const std::string text = mark + "x" + separator + "y" + end + "1" + separator + "-2.5e-3" + end +
                                 end + "+3" + separator + ".5";
        const Table table = parse_table(text);
        EXPECT_THAT(column_names(table), ElementsAre("x", "y")) << text;
        EXPECT_THAT(table.columns()[0].numbers, ElementsAre(1, 3)) << text;
        EXPECT_THAT(table.columns()[1].numbers, ElementsAre(-2.5e-3, 0.5)) << text;
      }
}

TEST(Table, TheSeparatorCanBeSaid) {
  const Table table = parse_table("a b,c\n1 2,3\n", {.separator = Separator::blanks});
  EXPECT_THAT(column_names(table), ElementsAre("a", "b,c"));
}

TEST(Table, AFirstLineOfNumbersIsNoHeader) {
  const Table table = parse_table("1,2\n3,4\n");
  EXPECT_FALSE(table.has_header());
  EXPECT_EQ(table.rows(), 2);
  EXPECT_THAT(column_names(table), ElementsAre("x1", "x2"));
  EXPECT_THAT(column_names(parse_table("1,2\n3,4\n", {.header = Header::yes})), ElementsAre("1", "2"));
  EXPECT_EQ(parse_table("a,b\n3,4\n", {.header = Header::no}).rows(), 2);
}

TEST(Table, AFirstLineOfNumbersAndGapsIsRefused) {
  for (const char* text : {"1,2,\n3,4,5\n", "NA,2\n3,4\n", "1e-5000,2\n3,4\n", "1,,3\n4,5,6\n"})
    EXPECT_THROW(parse_table(text), InputError) << text;
  // pandas leaves the names of its index empty; words, or gaps alone, are a header, whatever ends the lines.
  for (const char* text : {",0,1\n0,0.5,0.5\n", ",,0,1\na,b,2,3\n", ",0,1,\nA,2,3,\n",
                           ";2019;2020;\nA;1,5;2;\n", ",0,1-5,6-10\nA,1,2,3\n", ",2019-12,2020\nA,1,2\n"})
    EXPECT_TRUE(parse_table(text).has_header()) << text;
  EXPECT_FALSE(parse_table("1,2,\n3,4,\n5,6,\n").has_header());
  EXPECT_TRUE(parse_table("x,,1\n1,2,3\n").has_header());
  EXPECT_TRUE(parse_table(",\n1,2\n").has_header());
}

TEST(Table, CommentsStandBeforeTheFirstRow) {
  const Table table = parse_table("# made by hand\n\n#1,2,3\nname,x\n#1,2\n");
  EXPECT_THAT(column_names(table), ElementsAre("name", "x"));
  ASSERT_EQ(table.rows(), 1);
  EXPECT_EQ(table.text(0, 0), "#1");
  EXPECT_EQ(table.line(0), 5);
}

TEST(Table, MissingNumbersLeaveAColumnNumeric) {
  const Table table = parse_table("a,b,c,d\n1,NA,x,\n,2,3,\n");
  EXPECT_TRUE(table.columns()[0].numeric);
  EXPECT_TRUE(std::isnan(table.columns()[0].numbers[1]));
  EXPECT_TRUE(table.columns()[1].numeric);
  EXPECT_FALSE(table.columns()[2].numeric);
  EXPECT_EQ(table.columns()[2].first_text_row, 0);
  EXPECT_FALSE(table.columns()[3].numeric);  // nothing but missing cells
}

TEST(Table, NumbersAreReadToTheLastBit) {
  const Table table = parse_table("x\n0.1\n1e-320\n1e400\n-1e400\n1e-400\n9007199254740993\n");
  EXPECT_THAT(table.columns()[0].numbers,
              ElementsAre(0.1, 1e-320, HUGE_VAL, -HUGE_VAL, 0, 9007199254740992.0));
}

TEST(Table, ColumnsAreFoundByNameThenByNumber) {
  const Table table = parse_table("2,b,b,Weight\n1,1,1,1\n", {.header = Header::yes});
  EXPECT_EQ(table.find("2"), 0U);
  EXPECT_EQ(table.find("4"), 3U);
  EXPECT_THAT(refusal([&] { table.find("b"); }), HasSubstr("two columns"));
  EXPECT_THAT(refusal([&] { table.find("CD4"); }),
              HasSubstr("there is no column \"CD4\"; the columns are 2, b, b, Weight"));
  EXPECT_THROW(table.find("5"), InputError);
  EXPECT_EQ(table.find_any({"mass", "weight"}), 3U);
}

TEST(Table, RefusalsNameTheLine) {
  EXPECT_EQ(refusal([] { parse_table("a,b\n1,2\n\n3\n"); }), "line 4 has 1 cells where the first row has 2");
  EXPECT_THAT(refusal([] { parse_table("a,b\n1,\"2\n3,4\n"); }), HasSubstr("line 2: the quote"));
  EXPECT_THAT(refusal([] { parse_table("a,b\n1,\"2\"3\n"); }), HasSubstr("line 2: text follows"));
  EXPECT_THAT(refusal([] { parse_table("a,b\nM\xFCnchen,2\n"); }),
              HasSubstr("line 2: byte 0xfc is not UTF-8"));
  EXPECT_THAT(refusal([] { parse_table(std::string_view("a\0\n1\0\n", 6)); }),
              HasSubstr("line 1: byte 0x00"));
  EXPECT_THAT(refusal([] { parse_table("\n# only a comment\n"); }), HasSubstr("empty"));
  EXPECT_THAT(refusal([] { parse_table("a,b\n"); }), HasSubstr("no rows"));
  EXPECT_THAT(refusal([] { parse_table(""); }), HasSubstr("empty"));
}

TEST(Table, EveryTruncationIsReadOrRefused) {
  testing::for_every_prefix("\xEF\xBB\xBF# c\nname;\"x;\"\"y\"\n\"é\";1.5\nb;NA\n",
                            [](std::string_view prefix) {
                              try {
                                const Table table = parse_table(prefix);
                                for (Index row = 0; row < table.rows(); ++row)
                                  for (std::size_t k = 0; k < table.columns().size(); ++k)
                                    EXPECT_LE(table.text(row, k).size(), prefix.size());
                              } catch (const InputError&) {
                              }
                            });
}

}  // namespace
}  // namespace wpga
