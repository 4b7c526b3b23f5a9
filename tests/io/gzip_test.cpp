#include "wpga/io/formats/gzip.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/made_bytes.hpp"
#include "io/refusal.hpp"

namespace wpga {
namespace {

using testing::deflated;
using testing::gzipped;
using ::testing::HasSubstr;
using testing::refusal;
using testing::text_from;

const std::string sentence =
    "the quick brown fox jumps over the lazy dog, and over the next one, and the next one";

TEST(Gunzip, UndoesGzip) {
  for (const std::size_t length : {0, 1, 100, 100'000}) {
    std::string text;
    while (text.size() < length) text += sentence + std::to_string(text.size());
    EXPECT_EQ(text_from(gunzip(bytes_of(gzipped(text)))), text);
  }
}

TEST(Gunzip, JoinsMembersAndIgnoresZeroPadding) {
  const std::string file = gzipped("one ") + gzipped("two") + std::string(512, '\0');
  EXPECT_EQ(text_from(gunzip(bytes_of(file))), "one two");
}

TEST(Gunzip, RefusesEveryTruncation) {
  testing::for_every_prefix(
      gzipped(sentence), [](std::string_view prefix) { EXPECT_THROW(gunzip(bytes_of(prefix)), InputError); });
}

TEST(Gunzip, RefusesEveryFlippedBitOfDataAndTrailer) {
  const std::string file = gzipped(sentence);
  for (std::size_t k = 10; k < file.size(); ++k) {  // the header's date and system are free
    std::string damaged = file;
    damaged[k] = static_cast<char>(damaged[k] ^ 0x10);
    EXPECT_THROW(gunzip(bytes_of(damaged)), InputError) << "byte " << k;
  }
}

TEST(Gunzip, RefusesTrailingRubbishAndOtherFiles) {
  EXPECT_THROW(gunzip(bytes_of(gzipped(sentence) + "rubbish")), InputError);
  EXPECT_THAT(refusal([] { gunzip(bytes_of("plain text")); }), HasSubstr("not a gzip file"));
  EXPECT_THAT(refusal([] { gunzip({}); }), HasSubstr("not a gzip file"));
}

TEST(Gunzip, StopsAtADecompressionBomb) {
  const std::string bomb = gzipped(std::string(1'000'000, '\0'));
  EXPECT_EQ(gunzip(bytes_of(bomb)).size(), 1'000'000U);  // small enough to be harmless
  EXPECT_THAT(refusal([&] { gunzip(bytes_of(bomb), {.free_bytes = 10'000}); }),
              HasSubstr("decompression bomb"));
  EXPECT_THAT(refusal([&] { gunzip(bytes_of(bomb), {.bytes = 10'000}); }),
              HasSubstr("more than 10000 bytes"));
}

TEST(InflateRaw, NeedsExactlyTheDeclaredSize) {
  const std::string packed = deflated(sentence, -15);
  EXPECT_EQ(text_from(inflate_raw(bytes_of(packed), sentence.size())), sentence);
  EXPECT_THROW(inflate_raw(bytes_of(packed), sentence.size() - 1), InputError);
  EXPECT_THROW(inflate_raw(bytes_of(packed), sentence.size() + 1), InputError);
  testing::for_every_prefix(packed, [](std::string_view prefix) {
    EXPECT_THROW(inflate_raw(bytes_of(prefix), sentence.size()), InputError);
  });
}

// The check value of CRC-32 in every catalogue of checksums.
TEST(Crc32, OfTheNineDigits) { EXPECT_EQ(crc32_of(bytes_of("123456789")), 0xCBF43926U); }

}  // namespace
}  // namespace wpga
