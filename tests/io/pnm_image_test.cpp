#include "wpga/io/formats/images/pnm_image.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "io/bad_files.hpp"

namespace wpga {
namespace {

using ::testing::HasSubstr;
using Samples = std::vector<double>;

Image decode(std::string_view text) { return decode_pnm(testing::bytes_of(text)); }
std::string sentence(std::string_view text) { return testing::refusal(decode_pnm, testing::bytes_of(text)); }

TEST(Pnm, OneIsBlackInBitmaps) {
  const Image text = decode("P1\n# a comment\n3 2\n1 0 1\n011");
  EXPECT_EQ(text.samples, (Samples{0, 1, 0, 1, 0, 0}));
  EXPECT_EQ(decode(std::string_view("P4 3 2\n\xa0\x60", 9)).samples, text.samples);
}

TEST(Pnm, RowsOfBitsBeginWithAByteOfTheirOwn) {
  const Image image = decode("P4 9 2 \x80\x80\x7f\x7f");
  EXPECT_EQ(image.columns, 9);
  EXPECT_EQ(image.at(0, 0, 0), 0);
  EXPECT_EQ(image.at(0, 8, 0), 0);
  EXPECT_EQ(image.at(1, 0, 0), 1);
  EXPECT_EQ(image.at(1, 8, 0), 1);
}

TEST(Pnm, TextAndBinaryAgree) {
  EXPECT_EQ(decode("P2 2 1 200 50 200").samples, (Samples{0.25, 1}));
  EXPECT_EQ(decode("P5 2 1 200 \x32\xc8").samples, (Samples{0.25, 1}));
  EXPECT_EQ(decode("P3 1 1 4 1 2 4").samples, (Samples{0.25, 0.5, 1}));
  EXPECT_EQ(decode("P6 1 1 4 \x01\x02\x04").samples, (Samples{0.25, 0.5, 1}));
  EXPECT_EQ(decode("P6 1 1 4 \x01\x02\x04").channels, 3);
}

TEST(Pnm, SixteenBitsAreBigEndian) {
  EXPECT_EQ(decode("P5 2 1 65535 \xff\xff\x80\x01").samples, (Samples{1, 0x8001 / 65535.0}));
  EXPECT_EQ(decode("P2 2 1 65535 65535 32769").samples, (Samples{1, 0x8001 / 65535.0}));
}

TEST(Pnm, PamMayHaveAlpha) {
  const Image image =
      decode("P7\nWIDTH 1\nHEIGHT 2\nDEPTH 2\nMAXVAL 4\nTUPLTYPE GRAYSCALE_ALPHA\nENDHDR\n\x01\x02\x03\x04");
  EXPECT_EQ(image.channels, 2);
  EXPECT_EQ(image.rows, 2);
  EXPECT_EQ(image.samples, (Samples{0.25, 0.5, 0.75, 1}));
}

TEST(Pnm, RefusesAFileThatWasCut) {
  const auto cut = [](std::string_view text) {
    const auto bytes = testing::bytes_of(text);
    testing::expect_refusal_when_cut({bytes.begin(), bytes.end()}, decode_pnm);
  };
  cut("P1 3 2 101010");
  cut("P2 3 1 9 1 2 3");
  cut("P3 1 1 9 1 2 3");
  cut(std::string_view("P4 3 2 \x01\x02", 9));
  cut("P5 3 1 9 \x01\x02\x03");
  cut("P6 1 1 9 \x01\x02\x03");
  cut("P5 2 1 300 \x01\x02\x01\x02");
  cut("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nMAXVAL 4\nENDHDR\n\x01");
}

TEST(Pnm, SaysWhatIsWrong) {
  EXPECT_THAT(sentence(""), HasSubstr("does not begin"));
  EXPECT_THAT(sentence("P8 1 1 1"), HasSubstr("does not begin"));
  EXPECT_THAT(sentence("P2 x 1 1"), HasSubstr("byte 4 should begin the width"));
  EXPECT_THAT(sentence("P2 0 1 1 0"), HasSubstr("at least one pixel"));
  EXPECT_THAT(sentence("P2 1 1 0 0"), HasSubstr("between 1 and 65535"));
  EXPECT_THAT(sentence("P2 1 1 65536 0"), HasSubstr("between 1 and 65535"));
  EXPECT_THAT(sentence("P2 2 1 5 1 6"), HasSubstr("sample 2 is 6, above the largest value 5"));
  EXPECT_THAT(sentence("P2 2 1 5 1 -1"), HasSubstr("is no digit"));
  EXPECT_THAT(sentence("P1 2 1 12"), HasSubstr("should be a pixel, 0 or 1"));
  EXPECT_THAT(sentence("P5 1 1 5 \x06"), HasSubstr("above the largest value"));
  EXPECT_THAT(sentence("P5 1 1 5 \x01P5 1 1 5 \x01"), HasSubstr("several pictures"));
  EXPECT_THAT(sentence("P7\nWIDTH 1\nCOLOR 2\nENDHDR\n"), HasSubstr("other than WIDTH"));
  EXPECT_THAT(sentence("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 9\nMAXVAL 4\nENDHDR\n"), HasSubstr("depth 9"));
}

TEST(Pnm, RefusesAbsurdSizesBeforeMakingRoomForThem) {
  EXPECT_THAT(sentence("P5 16384 16384 255 ..."), HasSubstr("need at least 268435456 bytes, but 3 follow"));
  EXPECT_THAT(sentence("P5 999999999999999999 999999999999999999 255 ..."),
              HasSubstr("more than the 268435456"));
  EXPECT_THAT(sentence("P5 99999999999999999999999999 1 255 ..."), HasSubstr("more than the 268435456"));
}

}  // namespace
}  // namespace wpga
