#include "wpga/report/printable.hpp"

#include <gtest/gtest.h>

namespace wpga {
namespace {

TEST(Printable, LeavesGoodTextAlone) {
  for (const std::string text : {"", "plain", "Zürich", "木", "𝔘 and ☃", "<b>&amp;"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, ReplacesWhatIsNoUtf8) {
  EXPECT_EQ(printable("a\xff"
                      "b"),
            "a\uFFFDb");
  EXPECT_EQ(printable("\xC3"), "\uFFFD");                           // cut short
  EXPECT_EQ(printable("\xC0\xAF"), "\uFFFD\uFFFD");                 // overlong
  EXPECT_EQ(printable("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");       // half of a pair
  EXPECT_EQ(printable("\xF4\x90\x80\x80").substr(0, 3), "\uFFFD");  // beyond the last code point
}

TEST(Printable, TurnsControlsIntoSpaces) {
  EXPECT_EQ(printable(std::string("a\0b\nc\td\x7f", 8)), "a b c d ");
  EXPECT_EQ(printable("gnp\u202Eexe"), "gnp exe");
}

TEST(Printable, CutsEndlessText) { EXPECT_EQ(printable(std::string(1 << 20, 'x')).size(), 2000U); }

TEST(Printable, IsIdempotent) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  EXPECT_EQ(printable(printable(all)), printable(all));
}

}  // namespace
}  // namespace wpga
