#include "wpga/io/csv_text.hpp"

#include <gtest/gtest.h>

#include "wpga/io/formats/tables/table.hpp"

namespace wpga {
namespace {

TEST(CsvText, IsReadBackToTheBitWhateverTheNames) {
  const std::vector<std::string> header = {"name", "a, b", "c \"d\""}, names = {"x,y", "plain"};
  const Matrix numbers{{1.0 / 3, 1e-300}, {-0.1, 12345678901234567.0}};
  const Table table = parse_table(csv_text(header, names, numbers));
  ASSERT_EQ(table.rows(), 2);
  EXPECT_EQ(table.columns()[1].name, "a, b");
  EXPECT_EQ(table.columns()[2].name, "c \"d\"");
  EXPECT_EQ(table.text(0, 0), "x,y");
  for (Index row = 0; row < 2; ++row)
    for (Index column = 0; column < 2; ++column)
      EXPECT_EQ(table.columns()[static_cast<std::size_t>(column) + 1].numbers[static_cast<std::size_t>(row)],
                numbers(row, column));
}

TEST(CsvText, OfAMeasureNamesTheAxesItKnows) {
  const Measure measure = make_measure(Matrix{{1, 2}, {3, 4}}, Vector{{1, 3}});
  EXPECT_EQ(csv_text(measure.view(), std::vector<std::string>{"CD4"}), "weight,CD4,x2\n0.25,1,3\n0.75,2,4\n");
}

TEST(CsvText, PutsLabelsBetweenNamesAndNumbers) {
  const std::vector<std::string> header = {"name", "label", "x"}, names = {"a", "b"},
                                 labels = {"odd, red", ""};
  EXPECT_EQ(csv_text(header, names, labels, Matrix{{1}, {2}}), "name,label,x\na,\"odd, red\",1\nb,,2\n");
}

}  // namespace
}  // namespace wpga
