#include "wpga/report/page/json_text.hpp"

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

#include "wpga/base/random.hpp"

namespace wpga {
namespace {

TEST(JsonText, LeavesNothingThatEndsAScriptElement) {
  for (const std::string_view text : {"</script>", "<!-- x", "a & b", "]]>"}) {
    const std::string json = json_string(text);
    EXPECT_EQ(json.find_first_of("<>&"), std::string::npos) << json;
  }
  EXPECT_EQ(json_string("</"), "\"\\u003c/\"");
  EXPECT_EQ(json_string("a\"b\\c\n"), "\"a\\\"b\\\\c\\u000a\"");
  EXPECT_EQ(json_string("Ł ²"), "\"Ł ²\"");
}

TEST(JsonText, NumbersReadBackToTheBit) {
  Random random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const double value = random.normal() * std::exp2(random.uniform(-1000, 1000));
    const std::string text = json_number(value);
    double back = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), back);
    EXPECT_EQ(error, std::errc());
    EXPECT_EQ(end, text.data() + text.size()) << text;
    EXPECT_EQ(back, value) << text;
  }
  EXPECT_EQ(json_number(std::nan("")), "null");
  EXPECT_EQ(json_number(-std::numeric_limits<double>::infinity()), "null");
}

TEST(JsonText, ListsAndObjectsAreJoinedByCommas) {
  EXPECT_EQ(json_numbers(std::vector<double>()), "[]");
  EXPECT_EQ(json_numbers(std::vector<int>{1, 2}), "[1,2]");
  EXPECT_EQ(json_numbers(std::vector{0.1, -HUGE_VAL, 3.0}), "[0.1,null,3]");
  EXPECT_EQ(json_strings(std::vector<std::string>{"a", "b"}), R"(["a","b"])");
  EXPECT_EQ(JsonObject().text(), "{}");
  EXPECT_EQ(JsonObject().add("a", "1").add("b", "[]").text(), R"({"a":1,"b":[]})");
}

}  // namespace
}  // namespace wpga
