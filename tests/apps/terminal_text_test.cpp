#include "console/terminal_text.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "console/standard_streams.hpp"
#include "wpga/base/utf8.hpp"

namespace wpga {
namespace {

TEST(InAscii, SpellsWhatItKnows) {
  EXPECT_EQ(in_ascii("3 × 4 … [0,1]³ █· naïve"), "3 x 4 ... [0,1]^3 #. na?ve");
  EXPECT_EQ(in_ascii("██▍··, ██▌·· 3 ± 1 ‖v‖ λ₀ t ∈ ⟨a, b⟩"),
            "##..., ###.. 3 +- 1 ||v|| lambda0 t in <a, b>");
  EXPECT_EQ(in_ascii("plain"), "plain");
  EXPECT_EQ(in_ascii("\xff"), "?");
}

TEST(LocaleIsUtf8, GoesByTheFirstVariableThatIsSet) {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) ::unsetenv(name);
  EXPECT_FALSE(locale_is_utf8());
  ::setenv("LANG", "de_DE.UTF-8", 1);
  EXPECT_TRUE(locale_is_utf8());
  ::setenv("LC_ALL", "C", 1);
  EXPECT_FALSE(locale_is_utf8());
  ::setenv("LC_ALL", "C.utf8", 1);
  EXPECT_TRUE(locale_is_utf8());
}

// A file with 70,000 arrays has as many names to choose from; a sentence stays one.
TEST(BriefLine, KeepsBothEndsOfALineAndWholeCharacters) {
  EXPECT_EQ(brief_line("a sentence"), "a sentence");
  EXPECT_EQ(brief_line(std::string(2000, 'x')), std::string(2000, 'x'));
  for (std::size_t begin = 0; begin < 4; ++begin) {
    std::string line(begin, 'x');
    for (int i = 0; i < 100'000; ++i) line += "ä𝔐";
    const std::string shown = brief_line(line + "; choose one");
    EXPECT_LE(shown.size(), 2000U);
    EXPECT_TRUE(is_utf8(shown));
    EXPECT_TRUE(shown.starts_with(line.substr(0, 1400)));
    EXPECT_TRUE(shown.ends_with("ä𝔐; choose one"));
  }
}

}  // namespace
}  // namespace wpga
