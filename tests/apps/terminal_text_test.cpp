#include "console/terminal_text.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

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

}  // namespace
}  // namespace wpga
