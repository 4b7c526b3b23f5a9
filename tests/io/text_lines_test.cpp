#include "wpga/io/formats/text_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "io/refusal.hpp"

namespace wpga {
namespace {

using ::testing::HasSubstr;
using testing::refusal;

TEST(TextLines, ANumberIsTheWholeWord) {
  EXPECT_EQ(number_in("3"), 3);
  EXPECT_EQ(number_in("+1.5e-3"), 1.5e-3);
  EXPECT_TRUE(std::isnan(number_in("nan").value()));
  EXPECT_EQ(number_in("-inf"), -INFINITY);
  EXPECT_EQ(number_in("1e999"), INFINITY);
  EXPECT_EQ(number_in("1e-999"), 0);
  for (const std::string_view word : {"", "3 ", " 3", "3x", "1,5", "--1", "+-1", "e5"})
    EXPECT_FALSE(number_in(word)) << word;
}

TEST(TextLines, WordsAreSeparatedByRunsOfBlanks) {
  std::string_view rest = "  one\t two ";
  EXPECT_EQ(next_word(rest), "one");
  EXPECT_EQ(next_word(rest), "two");
  EXPECT_EQ(next_word(rest), "");
  EXPECT_EQ(trimmed(" \t a b \t"), "a b");
}

TEST(TextLines, EveryLineEndEndsOneLine) {
  LineCursor cursor("a\nb\r\nc\rd\n\ne");
  for (const std::string_view line : {"a", "b", "c", "d", "", "e"}) EXPECT_EQ(cursor.next(), line);
  EXPECT_EQ(cursor.line(), 6);
  EXPECT_EQ(cursor.remaining(), 0U);
  EXPECT_FALSE(cursor.next());
}

TEST(TextLines, WhatIsNoTextIsRefusedWithItsLine) {
  EXPECT_NO_THROW(require_text("καλημέρα\n"));
  EXPECT_THAT(refusal([] { require_text("a\nb\xff\n"); }), HasSubstr("line 2"));
  EXPECT_THAT(refusal([] { require_text(std::string_view("a\0b", 3)); }), HasSubstr("line 1"));
}

TEST(TextLines, AByteOrderMarkIsNoText) {
  EXPECT_EQ(without_byte_order_mark("\xEF\xBB\xBFx"), "x");
  EXPECT_EQ(without_byte_order_mark("x"), "x");
}

}  // namespace
}  // namespace wpga
