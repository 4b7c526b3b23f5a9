#include "wpga/report/page/page_columns.hpp"

#include <gtest/gtest.h>

#include "wpga/report/page/base64.hpp"

namespace wpga {
namespace {

std::string classes(const std::string& values, const std::vector<std::uint16_t>& of) {
  return "{\"values\":" + values + ",\"of\":\"" + base64_of(std::span<const std::uint16_t>(of)) + "\"}";
}

// 9 before 10, also within words; what is missing has no text, and comes first.
TEST(PageClasses, StandInTheOrderOfTheirNumbers) {
  EXPECT_EQ(page_classes({"day 10", "day 9", "", "day 10"}),
            classes(R"(["","day 9","day 10"])", {2, 1, 0, 2}));
  EXPECT_EQ(page_classes({"b2c", "b10a", "b2a"}), classes(R"(["b2a","b2c","b10a"])", {1, 2, 0}));
  EXPECT_EQ(page_classes({}), classes("[]", {}));
}

// Places are of 16 bits: classes beyond share the last.
TEST(PageClasses, BeyondThePlacesThereAreShareTheLast) {
  std::vector<std::string> texts;
  std::vector<std::uint16_t> of;
  for (int k = 0; k < 65540; ++k) {
    texts.push_back(std::to_string(k));
    of.push_back(static_cast<std::uint16_t>(std::min(k, 65535)));
  }
  const std::string found = page_classes(texts);
  EXPECT_NE(found.find(base64_of(std::span<const std::uint16_t>(of))), std::string::npos);
  EXPECT_NE(found.find("\"65535\"]"), std::string::npos);
}

TEST(PageColumns, AreNumbersOrClassesNeverBoth) {
  const std::vector<SampleColumn> columns = {{.name = "age", .numeric = true, .numbers = Vector{{1, 2.5}}},
                                             {.name = "<b>", .numeric = false, .texts = {"x", "x"}}};
  const std::vector<float> numbers = {1, 2.5};
  EXPECT_EQ(page_columns(columns),
            R"([{"name":"age","numbers":")" + base64_of(std::span<const float>(numbers)) +
                R"(","classes":null},{"name":"\u003cb\u003e","numbers":null,"classes":)" +
                classes(R"(["x"])", {0, 0}) + "}]");
  EXPECT_EQ(page_columns({}), "[]");
}

}  // namespace
}  // namespace wpga
