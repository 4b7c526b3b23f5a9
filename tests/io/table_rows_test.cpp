#include "wpga/io/formats/tables/table_rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wpga {
namespace {

using ::testing::ElementsAre;

struct Row {
  std::vector<std::string> cells;
  Index line = 0;
};

std::vector<Row> rows_of(std::string_view text, char separator) {
  RowReader reader(text, separator);
  std::vector<Row> rows;
  std::string cells;
  std::vector<std::size_t> begins;
  while (reader.next(cells, begins)) {
    Row row{{}, reader.line()};
    for (std::size_t i = 0; i < begins.size(); ++i)
      row.cells.push_back(
          cells.substr(begins[i], (i + 1 < begins.size() ? begins[i + 1] : cells.size()) - begins[i]));
    rows.push_back(std::move(row));
    cells.clear();
    begins.clear();
  }
  return rows;
}

TEST(TableRows, CellsAreTrimmedAndUnquoted) {
  const std::vector<Row> rows = rows_of(" a , \"b, \"\"c\"\"\" ,,d\n", ',');
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_THAT(rows[0].cells, ElementsAre("a", "b, \"c\"", "", "d"));
}

TEST(TableRows, BlankLinesAreNoRowsButCount) {
  const std::vector<Row> rows = rows_of("\na;b\r\n\r\n\"c\nd\";e\nf;g", ';');
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].line, 2);
  EXPECT_EQ(rows[1].line, 4);
  EXPECT_EQ(rows[2].line, 6);
  EXPECT_THAT(rows[1].cells, ElementsAre("c\nd", "e"));
}

TEST(TableRows, RunsOfBlanksSeparateOnce) {
  const std::vector<Row> rows = rows_of("  1   2\t3  \n", 0);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_THAT(rows[0].cells, ElementsAre("1", "2", "3"));
}

}  // namespace
}  // namespace wpga
