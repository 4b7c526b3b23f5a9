#include "wpga/base/utf8.hpp"

#include <gtest/gtest.h>

namespace wpga {
namespace {

TEST(Utf8, EveryCharacterSurvivesEncoding) {
  std::string text;
  std::u32string points;
  for (char32_t c = 0; c <= 0x110000; ++c) {
    const bool is_character = c < 0x110000 && (c < 0xD800 || c > 0xDFFF);
    ASSERT_EQ(append_utf8(text, c), is_character) << static_cast<unsigned>(c);
    if (is_character) points += c;
  }
  EXPECT_FALSE(first_invalid_utf8(text));
  EXPECT_TRUE(code_points(text) == points);
}

TEST(Utf8, MalformedBytesAreFoundWhereTheyStand) {
  EXPECT_EQ(first_invalid_utf8("ascii text \xFC more"), 11U);
  EXPECT_EQ(first_invalid_utf8("\xC0\xAF"), 0U);          // overlong
  EXPECT_EQ(first_invalid_utf8("\xE0\x80\xAF"), 0U);      // overlong
  EXPECT_EQ(first_invalid_utf8("a\xED\xA0\x80"), 1U);     // surrogate
  EXPECT_EQ(first_invalid_utf8("\xF4\x90\x80\x80"), 0U);  // above U+10FFFF
  EXPECT_EQ(first_invalid_utf8("ab\xE2\x82"), 2U);        // cut short
  EXPECT_EQ(first_invalid_utf8("\x80"), 0U);              // nothing to continue
}

TEST(Utf8, IsShownWithoutHarm) {
  EXPECT_EQ(displayed("größe"), "größe");
  EXPECT_EQ(displayed("a\x1b[31m\n\xff"), "a\\x1b[31m\\x0a\\xff");
  EXPECT_EQ(displayed_width("größe"), 5U);
}

}  // namespace
}  // namespace wpga
