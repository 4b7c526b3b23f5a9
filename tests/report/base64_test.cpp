#include "wpga/report/page/base64.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string_view>
#include <vector>

namespace wpga {
namespace {

std::string of(std::string_view text) { return base64(std::as_bytes(std::span(text.data(), text.size()))); }

// The test vectors of RFC 4648, §10.
TEST(Base64, IsThatOfTheStandard) {
  EXPECT_EQ(of(""), "");
  EXPECT_EQ(of("f"), "Zg==");
  EXPECT_EQ(of("fo"), "Zm8=");
  EXPECT_EQ(of("foo"), "Zm9v");
  EXPECT_EQ(of("foob"), "Zm9vYg==");
  EXPECT_EQ(of("fooba"), "Zm9vYmE=");
  EXPECT_EQ(of("foobar"), "Zm9vYmFy");
}

TEST(Base64, HasALetterForEverySixBits) {
  std::string letters;
  for (unsigned six = 0; six < 64; ++six) {
    const std::array<std::byte, 3> bytes = {static_cast<std::byte>(six << 2), std::byte{0}, std::byte{0}};
    letters += base64(bytes)[0];
  }
  EXPECT_EQ(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
}

// 1.0f is 0x3f800000, its least significant byte first.
TEST(Base64, HoldsNumbersLittleEndian) {
  const std::vector<float> one = {1};
  EXPECT_EQ(base64_of(std::span<const float>(one)), "AACAPw==");
}

}  // namespace
}  // namespace wpga
