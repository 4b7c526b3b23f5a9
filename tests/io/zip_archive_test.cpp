#include "wpga/io/formats/zip_archive.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/made_bytes.hpp"
#include "io/refusal.hpp"

namespace wpga {
namespace {

using ::testing::HasSubstr;
using testing::refusal;
using testing::spelled;
using testing::text_from;

template <class T>
std::string little(T value) {
  return spelled(value, std::endian::little);
}

// One deflated member whose sizes stand behind the data (streaming) and in zip64 fields, as a pipe writes it.
struct StreamedArchive {
  std::string contents = std::string(1000, 'a') + "the end";
  std::uint16_t flags = 8;
  std::uint16_t method = 8;
  std::uint64_t declared = 1007;

  std::string bytes() const {
    const std::string packed = testing::deflated(contents, -15);
    const std::uint32_t checksum = crc32_of(bytes_of(contents));
    const std::string local = little<std::uint32_t>(0x04034b50) + little<std::uint16_t>(45) + little(flags) +
                              little(method) + std::string(4, '\0') + std::string(12, '\0') +
                              little<std::uint16_t>(1) + little<std::uint16_t>(0) + "m";
    const std::string descriptor = little<std::uint32_t>(0x08074b50) + little(checksum) +
                                   little<std::uint64_t>(packed.size()) + little(declared);
    const std::string zip64 = little<std::uint16_t>(1) + little<std::uint16_t>(24) + little(declared) +
                              little<std::uint64_t>(packed.size()) + little<std::uint64_t>(0);
    const std::string central = little<std::uint32_t>(0x02014b50) + little<std::uint32_t>(45) +
                                little(flags) + little(method) + std::string(4, '\0') + little(checksum) +
                                std::string(8, '\xFF') + little<std::uint16_t>(1) +
                                little(static_cast<std::uint16_t>(zip64.size())) + std::string(10, '\0') +
                                std::string(4, '\xFF') + "m" + zip64;
    const std::uint64_t directory = local.size() + packed.size() + descriptor.size();
    const std::string end64 = little<std::uint32_t>(0x06064b50) + little<std::uint64_t>(44) +
                              std::string(12, '\0') + little<std::uint64_t>(1) + little<std::uint64_t>(1) +
                              little<std::uint64_t>(central.size()) + little(directory);
    const std::string locator = little<std::uint32_t>(0x07064b50) + little<std::uint32_t>(0) +
                                little<std::uint64_t>(directory + central.size()) + little<std::uint32_t>(1);
    const std::string end = little<std::uint32_t>(0x06054b50) + std::string(4, '\0') +
                            std::string(12, '\xFF') + little<std::uint16_t>(3) + "hey";
    return local + packed + descriptor + central + end64 + locator + end;
  }
};

TEST(ZipArchive, WritesWhatItReads) {
  const std::vector<ZipMember> members = {{"empty", {}}, {"ü/x", std::vector<std::byte>(300, std::byte{7})}};
  const std::vector<ZipMember> again = decode_zip(encode_zip(members));
  ASSERT_EQ(again.size(), 2U);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_EQ(again[k].name, members[k].name);
    EXPECT_EQ(again[k].contents, members[k].contents);
  }
  EXPECT_TRUE(decode_zip(encode_zip({})).empty());
}

TEST(ZipArchive, ReadsStreamedZip64Members) {
  const StreamedArchive archive;
  const auto members = decode_zip(bytes_of(archive.bytes()));
  ASSERT_EQ(members.size(), 1U);
  EXPECT_EQ(text_from(members[0].contents), archive.contents);
}

TEST(ZipArchive, RefusesWhatItCannotRead) {
  EXPECT_THAT(refusal([] { decode_zip(bytes_of(StreamedArchive{.flags = 9}.bytes())); }),
              HasSubstr("member \"m\": it is encrypted"));
  EXPECT_THAT(refusal([] { decode_zip(bytes_of(StreamedArchive{.method = 12}.bytes())); }),
              HasSubstr("method 12"));
  EXPECT_THAT(refusal([] { decode_zip(bytes_of("not a zip")); }), HasSubstr("not a zip archive"));
}

TEST(ZipArchive, RefusesSizesThatLie) {
  EXPECT_THROW(decode_zip(bytes_of(StreamedArchive{.declared = 1006}.bytes())), InputError);
  EXPECT_THROW(decode_zip(bytes_of(StreamedArchive{.declared = 1008}.bytes())), InputError);
  EXPECT_THAT(refusal([] { decode_zip(bytes_of(StreamedArchive{.declared = 1ULL << 40}.bytes())); }),
              HasSubstr("unfold to more than"));
  EXPECT_THAT(refusal([] { decode_zip(bytes_of(StreamedArchive{.declared = 1ULL << 30}.bytes())); }),
              HasSubstr("decompression bomb"));
}

// Fifield's bomb: many directory entries for the same bytes.
TEST(ZipArchive, RefusesMembersThatShareBytes) {
  std::string file =
      text_from(encode_zip({{"a", std::vector<std::byte>(4000)}, {"b", std::vector<std::byte>(4000)}}));
  const std::size_t second = file.rfind(little<std::uint32_t>(0x02014b50));
  const std::size_t first = file.rfind(little<std::uint32_t>(0x02014b50), second - 1);
  const std::string entry = file.substr(first, second - first);
  std::string bomb = file.substr(0, 31 + 4000) + entry + entry + entry + file.substr(file.size() - 22);
  bomb[bomb.size() - 12] = bomb[bomb.size() - 14] = 3;
  bomb.replace(bomb.size() - 6, 4, little<std::uint32_t>(31 + 4000));
  EXPECT_THAT(refusal([&] { decode_zip(bytes_of(bomb)); }), HasSubstr("larger than the archive"));
}

TEST(ZipArchive, NeverCrashesOnAnyTruncationOrFlippedBit) {
  const std::string file = StreamedArchive{.contents = "short", .declared = 5}.bytes();
  testing::for_every_prefix(
      file, [](std::string_view prefix) { EXPECT_THROW(decode_zip(bytes_of(prefix)), InputError); });
  for (std::size_t k = 0; k < 8 * file.size(); ++k) {
    std::string damaged = file;
    damaged[k / 8] = static_cast<char>(damaged[k / 8] ^ (1 << (k % 8)));
    try {
      decode_zip(bytes_of(damaged));
    } catch (const InputError&) {
      // either is fine: many bits (dates, versions, comment) carry nothing we use
    }
  }
}

}  // namespace
}  // namespace wpga
