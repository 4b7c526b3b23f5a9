#include "wpga/io/json.hpp"

#include <gtest/gtest.h>

namespace wpga {
namespace {

TEST(ParsedJson, KeepsTheOrderOfKeysAndUndoesDump) {
  const std::string text = R"({"z":[1,2.5,null],"a":{"b":"ü"}})";
  EXPECT_EQ(parsed_json(text).dump(), text);
}

TEST(ParsedJson, IsDiscardedWhereTheTextIsNone) {
  for (const std::string_view text : {"", "{", "{'a': 1}", "[1,]", "1 2"})
    EXPECT_TRUE(parsed_json(text).is_discarded()) << text;
}

}  // namespace
}  // namespace wpga
