#include "wpga/io/formats/cytometry/fcs_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/made_bytes.hpp"
#include "io/refusal.hpp"
#include "io/write_fcs.hpp"

namespace wpga {
namespace {

using testing::fcs_file;
using ::testing::HasSubstr;
using testing::refusal;

FcsText text_in(const std::string& file) { return decode_fcs_text(bytes_of(file)); }

TEST(FcsText, FindsKeywordsInAnySpelling) {
  const FcsText text = text_in(fcs_file({{"$Tot", " 3 "}, {"custom key", "a b"}}, "xyz"));
  EXPECT_EQ(text.version, "FCS3.1");
  EXPECT_EQ(text.find("$TOT"), "3");
  EXPECT_EQ(text.find("CUSTOM KEY"), "a b");
  EXPECT_EQ(text.find("$PAR"), "");
  EXPECT_EQ(text.data.end - text.data.begin, 3u);
}

// A value with the delimiter in it has it doubled.
TEST(FcsText, ReadsDoubledDelimitersInsideValues) {
  for (const char delimiter : {'/', '|', '\x0c', '\\'}) {
    const std::string value = std::string("a") + delimiter + "b" + delimiter + delimiter + "c";
    EXPECT_EQ(text_in(fcs_file({{"K", value}, {"L", "2"}}, "d", false, delimiter)).find("K"), value);
  }
}

// Not allowed, and common: "/$P3S//$P4S//$PAR/5/".
TEST(FcsText, ReadsEmptyValues) {
  const FcsText text = text_in(fcs_file({{"$P3S", ""}, {"$P4S", ""}, {"$PAR", "5"}, {"$P5S", ""}}, "d"));
  EXPECT_EQ(text.find("$PAR"), "5");
  EXPECT_EQ(text.keywords.size(), 6u);  // with $BEGINDATA and $ENDDATA
}

TEST(FcsText, FindsDataBeyondTheReachOfTheHeader) {
  const FcsText near = text_in(fcs_file({{"K", "1"}}, "data")),
                far = text_in(fcs_file({{"K", "1"}}, "data", true));
  EXPECT_EQ(far.data.begin, near.data.begin);
  EXPECT_EQ(far.data.end, near.data.end);
}

TEST(FcsText, TakesBytesThatAreNotUtf8AsLatin1) {
  EXPECT_EQ(text_in(fcs_file({{"K", "CELLQuest\xaa"}}, "d")).find("K"), "CELLQuestª");
}

TEST(FcsText, ReadsASupplementalSegment) {
  std::string file = fcs_file({{"$BEGINSTEXT", "000"}, {"$ENDSTEXT", "000"}}, "d");
  const std::string more = "/EXTRA/7/";
  file.replace(file.find("/000/"), 5, fmt::format("/{:03}/", file.size()));
  file.replace(file.find("/000/"), 5, fmt::format("/{:03}/", file.size() + more.size() - 1));
  EXPECT_EQ(text_in(file + more).find("EXTRA"), "7");
}

TEST(FcsText, RefusesWhatIsCutOffOrOfAnotherVersion) {
  const std::string whole = fcs_file({{"K", "1"}}, "");
  testing::for_every_prefix(whole, [](std::string_view prefix) {
    EXPECT_THROW((void)decode_fcs_text(bytes_of(prefix)), InputError) << prefix;
  });
  EXPECT_THAT(refusal([] { text_in(fcs_file({}, "d", false, '/', "FCS1.0")); }), HasSubstr("FCS 2.0 to 3.1"));
  std::string odd = whole;
  odd.replace(10, 8, "  12x   ");
  EXPECT_THAT(refusal([&] { text_in(odd); }), HasSubstr("an offset"));
}

}  // namespace
}  // namespace wpga
