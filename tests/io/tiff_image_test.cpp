#include "wpga/io/formats/images/tiff_image.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "io/bad_files.hpp"
#include "io/write_tiff.hpp"
#include "wpga/base/random.hpp"
#include "wpga/io/formats/images/orientation.hpp"

namespace wpga {
namespace {

using ::testing::HasSubstr;
using Samples = std::vector<double>;

template <class Stored>
std::vector<std::uint8_t> raw(const std::vector<Stored>& values) {
  std::vector<std::uint8_t> bytes(values.size() * sizeof(Stored));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

// ---- Layouts: whatever way the same samples are stored, the same picture comes back.

struct TiffKind {
  std::uint16_t samples, bits, compression;
  bool separate, tiled;
  std::string mode;
};

void PrintTo(const TiffKind& kind, std::ostream* out) {
  *out << kind.samples << " samples of " << kind.bits << " bits, compression " << kind.compression
       << (kind.separate ? ", planes apart" : "") << (kind.tiled ? ", tiled" : "") << ", " << kind.mode;
}

class EveryLayoutOfTiff : public ::testing::TestWithParam<TiffKind> {};

TEST_P(EveryLayoutOfTiff, GivesTheStoredSamples) {
  const TiffKind& kind = GetParam();
  constexpr std::uint32_t columns = 19, rows = 21;
  Random random(5);
  std::vector<std::uint16_t> values(columns * rows * kind.samples);  // pixel by pixel
  for (std::uint16_t& value : values) value = static_cast<std::uint16_t>(random.below(1 << kind.bits));
  std::vector<std::uint16_t> stored = values;
  if (kind.separate)
    for (std::size_t i = 0; i < values.size(); ++i)
      stored[i % kind.samples * columns * rows + i / kind.samples] = values[i];
  const bool color = kind.samples >= 3, alpha = kind.samples % 2 == 0;
  testing::TiffFile file{
      .columns = columns, .rows = rows, .bits = kind.bits, .samples_per_pixel = kind.samples};
  file.photometric = color ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
  file.compression = kind.compression;
  file.separate_planes = kind.separate;
  file.tile = kind.tiled ? 16 : 0;
  file.mode = kind.mode;
  file.rows_per_strip = 4;
  if (alpha) file.extra_sample = EXTRASAMPLE_UNASSALPHA;
  file.bytes = kind.bits == 16 ? raw(stored) : std::vector<std::uint8_t>(stored.begin(), stored.end());

  const Image image = decode_tiff(testing::write_tiff(file));
  ASSERT_EQ(image.rows, rows);
  ASSERT_EQ(image.columns, columns);
  ASSERT_EQ(image.channels, kind.samples);
  for (std::size_t i = 0; i < values.size(); ++i)
    ASSERT_EQ(image.samples[i], values[i] / static_cast<double>((1 << kind.bits) - 1));
}

std::vector<TiffKind> every_layout() {
  std::vector<TiffKind> kinds;
  for (const std::uint16_t samples : std::initializer_list<std::uint16_t>{1, 2, 3, 4})
    for (const std::uint16_t bits : std::initializer_list<std::uint16_t>{8, 16})
      for (const bool separate : {false, true})
        for (const bool tiled : {false, true})
          kinds.push_back({samples, bits, COMPRESSION_NONE, separate, tiled, "wl"});
  for (const std::uint16_t compression : std::initializer_list<std::uint16_t>{
           COMPRESSION_LZW, COMPRESSION_PACKBITS, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_ZSTD})
    kinds.push_back({3, 16, compression, false, false, "wl"});
  for (const char* mode : {"wb", "w8l", "w8b"}) kinds.push_back({3, 16, COMPRESSION_LZW, false, true, mode});
  return kinds;
}

INSTANTIATE_TEST_SUITE_P(Tiff, EveryLayoutOfTiff, ::testing::ValuesIn(every_layout()));

// ---- Kinds of samples.

TEST(Tiff, FloatsStayAsTheyAre) {
  for (const char* mode : {"wl", "wb"}) {
    testing::TiffFile file{.columns = 3, .rows = 1, .bits = 32, .format = SAMPLEFORMAT_IEEEFP, .mode = mode};
    file.bytes = raw<float>({-1.5F, 0.1F, 1e30F});
    EXPECT_EQ(decode_tiff(testing::write_tiff(file)).samples, (Samples{-1.5, 0.1F, 1e30F}));
    file.bits = 64;
    file.bytes = raw<double>({-1.5, 0.1, 1e300});
    EXPECT_EQ(decode_tiff(testing::write_tiff(file)).samples, (Samples{-1.5, 0.1, 1e300}));
    file.bits = 16;
    file.bytes = raw<std::uint16_t>({0x3c00, 0xc100, 0x0001});
    EXPECT_EQ(decode_tiff(testing::write_tiff(file)).samples, (Samples{1, -2.5, 0x1p-24}));
  }
}

TEST(Tiff, IntegersAreDividedByTheirLargestValue) {
  testing::TiffFile file{.columns = 2, .rows = 1, .bits = 32};
  file.bytes = raw<std::uint32_t>({0xffffffff, 0x80000000});
  EXPECT_EQ(decode_tiff(testing::write_tiff(file)).samples, (Samples{1, 0x1p31 / 4294967295.0}));
  file.format = SAMPLEFORMAT_INT;
  file.bits = 16;
  file.bytes = raw<std::int16_t>({32767, -16384});
  EXPECT_EQ(decode_tiff(testing::write_tiff(file)).samples, (Samples{1, -16384 / 32767.0}));
}

TEST(Tiff, OddWidthsArePackedFromTheHighestBit) {
  testing::TiffFile file{.columns = 3, .rows = 2, .bits = 12};
  file.bytes = {0xff, 0xf8, 0x00, 0x00, 0x10, 0x10, 0x0f, 0x00, 0xab, 0x00};
  EXPECT_EQ(decode_tiff(testing::write_tiff(file)).samples,
            (Samples{1, 0x800 / 4095.0, 1 / 4095.0, 0x100 / 4095.0, 0xf00 / 4095.0, 0xab0 / 4095.0}));
  file.bits = 1;
  file.bytes = {0x40, 0xa0};
  EXPECT_EQ(decode_tiff(testing::write_tiff(file)).samples, (Samples{0, 1, 0, 1, 0, 1}));
}

TEST(Tiff, WhiteMayBeZero) {
  const testing::TiffFile file{
      .columns = 2, .rows = 1, .photometric = PHOTOMETRIC_MINISWHITE, .bytes = {0, 204}};
  EXPECT_THAT(decode_tiff(testing::write_tiff(file)).samples,
              ::testing::Pointwise(::testing::DoubleNear(1e-15), Samples{1, 0.2}));
}

// ---- Colours and alpha.

TEST(Tiff, PalettesBecomeColours) {
  testing::TiffFile file{
      .columns = 2, .rows = 1, .bits = 4, .photometric = PHOTOMETRIC_PALETTE, .bytes = {0x2f}};
  file.palette.assign(48, 0);
  file.palette[2] = 0xffff;        // entry 2 is red
  file.palette[16 + 15] = 0xffff;  // entry 15 is green
  const Image image = decode_tiff(testing::write_tiff(file));
  EXPECT_EQ(image.channels, 3);
  EXPECT_EQ(image.samples, (Samples{1, 0, 0, 0, 1, 0}));
}

TEST(Tiff, InksBecomeLight) {
  const testing::TiffFile file{.columns = 2,
                               .rows = 1,
                               .samples_per_pixel = 4,
                               .photometric = PHOTOMETRIC_SEPARATED,
                               .bytes = {255, 0, 0, 0, 0, 0, 0, 204}};
  EXPECT_THAT(decode_tiff(testing::write_tiff(file)).samples,
              ::testing::Pointwise(::testing::DoubleNear(1 / 255.0), Samples{0, 1, 1, 0.2, 0.2, 0.2}));
}

TEST(Tiff, AssociatedAlphaIsDividedOut) {
  const testing::TiffFile file{.columns = 3,
                               .rows = 1,
                               .samples_per_pixel = 2,
                               .extra_sample = EXTRASAMPLE_ASSOCALPHA,
                               .bytes = {51, 102, 0, 0, 77, 255}};
  EXPECT_EQ(decode_tiff(testing::write_tiff(file)).samples, (Samples{0.5, 0.4, 0, 0, 77 / 255.0, 1}));
}

TEST(Tiff, ExtraSamplesThatAreNotAlphaAreDropped) {
  const testing::TiffFile file{.columns = 2,
                               .rows = 1,
                               .samples_per_pixel = 2,
                               .extra_sample = EXTRASAMPLE_UNSPECIFIED,
                               .bytes = {51, 9, 255, 9}};
  EXPECT_EQ(decode_tiff(testing::write_tiff(file)).samples, (Samples{0.2, 1}));
}

TEST(Tiff, IsTurnedUpright) {
  for (std::uint16_t orientation = 1; orientation <= 8; ++orientation) {
    testing::TiffFile file{.columns = 3, .rows = 2, .orientation = orientation, .bytes = {1, 2, 3, 4, 5, 6}};
    const Image direct = decode_tiff(testing::write_tiff(file));
    file.photometric = PHOTOMETRIC_PALETTE;
    for (int repeat = 0; repeat < 3; ++repeat)
      for (int i = 0; i < 256; ++i) file.palette.push_back(static_cast<std::uint16_t>(257 * i));
    const Image converted = decode_tiff(testing::write_tiff(file));
    const Image expected = upright({2, 3, 1, {1, 2, 3, 4, 5, 6}}, orientation);
    ASSERT_EQ(direct.rows, expected.rows);
    ASSERT_EQ(converted.rows, expected.rows);
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_DOUBLE_EQ(255 * direct.samples[i], expected.samples[i]);
      EXPECT_DOUBLE_EQ(255 * converted.samples[3 * i], expected.samples[i]);
    }
  }
}

// ---- Pages and bad files.

TEST(Tiff, RefusesAStackButNotAThumbnail) {
  testing::TiffFile file{.columns = 2, .rows = 2, .pages = 3, .bytes = {1, 2, 3, 4}};
  EXPECT_THAT(testing::refusal(decode_tiff, testing::write_tiff(file)), HasSubstr("several pages"));
  file.reduced_pages = true;
  EXPECT_EQ(decode_tiff(testing::write_tiff(file)).rows, 2);
}

// A pyramid halves a side of 32 bits at most so often; more copies only share the bytes of one.
TEST(Tiff, RefusesMoreReducedCopiesThanAPyramidHas) {
  testing::TiffFile file{.columns = 2, .rows = 2, .pages = 65, .reduced_pages = true, .bytes = {1, 2, 3, 4}};
  EXPECT_EQ(decode_tiff(testing::write_tiff(file)).rows, 2);
  file.pages = 66;
  EXPECT_THAT(testing::refusal(decode_tiff, testing::write_tiff(file)), HasSubstr("64 reduced copies"));
}

testing::TiffFile small_file(std::uint16_t compression) {
  testing::TiffFile file{.columns = 5, .rows = 4, .samples_per_pixel = 3, .photometric = PHOTOMETRIC_RGB};
  file.compression = compression;
  for (int i = 0; i < 60; ++i) file.bytes.push_back(static_cast<std::uint8_t>(37 * i));
  return file;
}

TEST(Tiff, RefusesAFileThatWasCut) {
  for (const std::uint16_t compression :
       std::initializer_list<std::uint16_t>{COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE})
    testing::expect_refusal_when_cut(testing::write_tiff(small_file(compression)), decode_tiff);
}

TEST(Tiff, AnswersOrRefusesADamagedFile) {
  for (const std::uint16_t compression : std::initializer_list<std::uint16_t>{
           COMPRESSION_NONE, COMPRESSION_PACKBITS, COMPRESSION_ADOBE_DEFLATE})
    testing::expect_answer_when_damaged(testing::write_tiff(small_file(compression)), decode_tiff);
}

// Puts `value` in the place of a 32-bit field of the little-endian directory.
std::vector<std::byte> with_field(std::vector<std::byte> file, std::uint16_t tag, std::uint32_t value) {
  std::uint32_t directory = 0;
  std::memcpy(&directory, &file[4], 4);
  std::uint16_t count = 0;
  std::memcpy(&count, &file[directory], 2);
  for (std::size_t entry = directory + 2; entry < directory + 2 + 12U * count; entry += 12) {
    std::uint16_t here = 0;
    std::memcpy(&here, &file[entry], 2);
    const std::uint16_t type_long = 4;
    if (here != tag) continue;
    std::memcpy(&file[entry + 2], &type_long, 2);
    std::memcpy(&file[entry + 8], &value, 4);
  }
  return file;
}

TEST(Tiff, RefusesAbsurdSizesBeforeMakingRoomForThem) {
  const std::vector<std::byte> plain = testing::write_tiff(small_file(COMPRESSION_NONE));
  EXPECT_THAT(testing::refusal(decode_tiff, with_field(plain, TIFFTAG_IMAGEWIDTH, 0xfffffff0)),
              HasSubstr("more than the 268435456 samples"));
  EXPECT_THAT(testing::refusal(decode_tiff, with_field(plain, TIFFTAG_IMAGEWIDTH, 1000000)),
              HasSubstr("more than its"));
  EXPECT_THAT(testing::refusal(decode_tiff, with_field(plain, TIFFTAG_IMAGEWIDTH, 0)), HasSubstr("TIFF"));
  testing::TiffFile tiled = small_file(COMPRESSION_ADOBE_DEFLATE);
  tiled.tile = 16;
  EXPECT_THAT(testing::refusal(decode_tiff,
                               with_field(with_field(testing::write_tiff(tiled), TIFFTAG_TILEWIDTH, 1 << 20),
                                          TIFFTAG_TILELENGTH, 1 << 8)),
              HasSubstr("more than its"));
}

TEST(Tiff, RefusesKindsOfSamplesItDoesNotKnow) {
  testing::TiffFile file{.columns = 1, .rows = 1, .bits = 64, .format = SAMPLEFORMAT_COMPLEXIEEEFP};
  file.bytes.assign(8, 0);
  EXPECT_THAT(testing::refusal(decode_tiff, testing::write_tiff(file)), HasSubstr("not read here"));
}

TEST(Tiff, RefusesOtherFiles) {
  EXPECT_THAT(testing::refusal(decode_tiff, {}), HasSubstr("does not begin like a TIFF"));
  EXPECT_THAT(testing::refusal(decode_tiff, testing::bytes_of("PK....")), HasSubstr("does not begin"));
  EXPECT_THAT(testing::refusal(decode_tiff, testing::bytes_of("II*")), HasSubstr("does not begin"));
}

}  // namespace
}  // namespace wpga
