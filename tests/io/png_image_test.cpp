#include "wpga/io/formats/images/png_image.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "io/bad_files.hpp"
#include "io/write_png.hpp"
#include "wpga/base/random.hpp"

namespace wpga {
namespace {

using ::testing::HasSubstr;

struct PngKind {
  int color_type, bits;
  bool interlaced;
};

void PrintTo(const PngKind& kind, std::ostream* out) {
  *out << "colour type " << kind.color_type << ", " << kind.bits << " bits"
       << (kind.interlaced ? ", interlaced" : "");
}

testing::PngFile random_file(const PngKind& kind, unsigned columns, unsigned rows) {
  Random random(7);
  testing::PngFile file{columns, rows, kind.bits, kind.color_type, kind.interlaced};
  if (kind.color_type == PNG_COLOR_TYPE_PALETTE)
    for (int i = 0; i < 1 << kind.bits; ++i)
      file.palette.push_back({static_cast<png_byte>(random.below(256)),
                              static_cast<png_byte>(random.below(256)),
                              static_cast<png_byte>(random.below(256))});
  const unsigned line_bits =
      columns * static_cast<unsigned>(testing::samples_per_pixel(kind.color_type) * kind.bits);
  for (unsigned row = 0; row < rows; ++row) {
    std::vector<png_byte> line((line_bits + 7) / 8);
    for (png_byte& byte : line) byte = static_cast<png_byte>(random.below(256));
    file.lines.push_back(line);
  }
  return file;
}

// Sample number `index` of a packed line, read bit by bit.
unsigned stored_sample(const std::vector<png_byte>& line, unsigned index, int bits) {
  unsigned value = 0;
  for (unsigned bit = index * static_cast<unsigned>(bits); bit < (index + 1) * static_cast<unsigned>(bits);
       ++bit)
    value = value << 1 | (line[bit / 8] >> (7 - bit % 8) & 1U);
  return value;
}

class EveryKindOfPng : public ::testing::TestWithParam<PngKind> {};

TEST_P(EveryKindOfPng, GivesTheStoredSamplesOverTheirLargestValue) {
  const auto [color_type, bits, interlaced] = GetParam();
  for (const unsigned columns : {1U, 5U, 13U}) {
    const testing::PngFile file = random_file(GetParam(), columns, 9);
    const Image image = decode_png(testing::write_png(file));
    const bool palette = color_type == PNG_COLOR_TYPE_PALETTE;
    ASSERT_EQ(image.rows, 9);
    ASSERT_EQ(image.columns, columns);
    ASSERT_EQ(image.channels, palette ? 3 : testing::samples_per_pixel(color_type));
    for (unsigned row = 0; row < 9; ++row)
      for (unsigned column = 0; column < columns; ++column)
        for (unsigned channel = 0; channel < static_cast<unsigned>(image.channels); ++channel) {
          const auto& line = file.lines[row];
          double expected = 0;
          if (palette) {
            const png_color color = file.palette[stored_sample(line, column, bits)];
            expected = std::array{color.red, color.green, color.blue}[channel] / 255.0;
          } else {
            const unsigned index = column * static_cast<unsigned>(image.channels) + channel;
            expected = stored_sample(line, index, bits) / static_cast<double>((1 << bits) - 1);
          }
          ASSERT_DOUBLE_EQ(image.at(row, column, static_cast<int>(channel)), expected);
        }
  }
}

std::vector<PngKind> every_kind() {
  std::vector<PngKind> kinds;
  for (const bool interlaced : {false, true}) {
    for (const int bits : {1, 2, 4, 8, 16}) kinds.push_back({PNG_COLOR_TYPE_GRAY, bits, interlaced});
    for (const int bits : {1, 2, 4, 8}) kinds.push_back({PNG_COLOR_TYPE_PALETTE, bits, interlaced});
    for (const int bits : {8, 16})
      for (const int type : {PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA})
        kinds.push_back({type, bits, interlaced});
  }
  return kinds;
}

INSTANTIATE_TEST_SUITE_P(Png, EveryKindOfPng, ::testing::ValuesIn(every_kind()));

TEST(Png, TransparentPaletteEntriesBecomeAlpha) {
  testing::PngFile file{2, 1, 8, PNG_COLOR_TYPE_PALETTE};
  file.palette = {{255, 0, 0}, {0, 255, 0}};
  file.palette_alpha = {51};
  file.lines = {{0, 1}};
  const Image image = decode_png(testing::write_png(file));
  EXPECT_EQ(image.channels, 4);
  EXPECT_EQ(image.samples, (std::vector<double>{1, 0, 0, 51 / 255.0, 0, 1, 0, 1}));
}

TEST(Png, TheTransparentGreyBecomesAlpha) {
  for (const int bits : {8, 16}) {
    testing::PngFile file{2, 1, bits, PNG_COLOR_TYPE_GRAY};
    file.transparent_grey = 7;
    file.lines = {bits == 8 ? std::vector<png_byte>{7, 255} : std::vector<png_byte>{0, 7, 255, 255}};
    const Image image = decode_png(testing::write_png(file));
    EXPECT_EQ(image.channels, 2);
    EXPECT_EQ(image.samples, (std::vector<double>{7 / (bits == 8 ? 255.0 : 65535.0), 0, 1, 1}));
  }
}

TEST(Png, ReadsBackWhatItRounded) {
  Random random(3);
  for (const int bits : {8, 16})
    for (int channels = 1; channels <= 4; ++channels) {
      Image image{5, 7, channels, std::vector<double>(static_cast<std::size_t>(35 * channels))};
      const int largest = bits == 8 ? 255 : 65535;
      for (double& sample : image.samples) sample = static_cast<double>(random.below(largest + 1)) / largest;
      const Image back = decode_png(encode_png(image, bits));
      EXPECT_EQ(back.rows, 5);
      EXPECT_EQ(back.columns, 7);
      EXPECT_EQ(back.channels, channels);
      EXPECT_EQ(back.samples, image.samples);
    }
}

TEST(Png, ClipsWhatNoPictureCanShow) {
  const Image image{1, 3, 1, {-2, 0.5, std::numeric_limits<double>::infinity()}};
  EXPECT_EQ(decode_png(encode_png(image, 8)).samples, (std::vector<double>{0, 128 / 255.0, 1}));
}

TEST(Png, RefusesToWriteWhatIsNoPicture) {
  EXPECT_THROW(encode_png({1, 1, 1, {0}}, 12), InputError);
  EXPECT_THROW(encode_png({1, 1, 5, {0, 0, 0, 0, 0}}, 8), InputError);
  EXPECT_THROW(encode_png({0, 0, 1, {}}, 8), InputError);
  EXPECT_THROW(encode_png({1, 2, 1, {0}}, 8), InputError);
  EXPECT_THROW(encode_png({1, 1, 1, {std::nan("")}}, 8), InputError);
}

TEST(Png, RefusesAFileThatWasCut) {
  testing::expect_refusal_when_cut(testing::write_png(random_file({PNG_COLOR_TYPE_RGB, 8, false}, 5, 4)),
                                   decode_png);
  testing::expect_refusal_when_cut(testing::write_png(random_file({PNG_COLOR_TYPE_PALETTE, 4, true}, 9, 9)),
                                   decode_png);
}

TEST(Png, AnswersOrRefusesADamagedFile) {
  testing::expect_answer_when_damaged(testing::write_png(random_file({PNG_COLOR_TYPE_GRAY, 16, false}, 5, 4)),
                                      decode_png);
}

// The check of the header's checksum must pass, or the sizes are never looked at.
std::vector<std::byte> png_that_promises(std::uint32_t columns, std::uint32_t rows) {
  std::vector<std::byte> file = encode_png({1, 1, 1, {1}}, 8);
  const auto put = [&](std::size_t at, std::uint32_t value) {
    for (std::size_t i = 0; i < 4; ++i) file[at + i] = std::byte(value >> (24 - 8 * i));
  };
  put(16, columns);
  put(20, rows);
  std::uint32_t crc = 0xffffffffU;
  for (std::size_t at = 12; at < 29; ++at) {
    crc ^= std::to_integer<std::uint32_t>(file[at]);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1U) * 0xedb88320U;
  }
  put(29, ~crc);
  return file;
}

TEST(Png, RefusesAbsurdSizesBeforeMakingRoomForThem) {
  const auto sentence = [](std::uint32_t columns, std::uint32_t rows) {
    return testing::refusal(decode_png, png_that_promises(columns, rows));
  };
  EXPECT_THAT(sentence(0x7fffffff, 0x7fffffff), HasSubstr("more than the 268435456 samples"));
  EXPECT_THAT(sentence(10000, 10000), HasSubstr("more than its"));
  EXPECT_THAT(sentence(0, 1), HasSubstr("PNG"));
  EXPECT_THAT(sentence(2, 2), HasSubstr("PNG"));
}

TEST(Png, RefusesOtherFiles) {
  EXPECT_THAT(testing::refusal(decode_png, {}), HasSubstr("does not begin like a PNG"));
  EXPECT_THAT(testing::refusal(decode_png, testing::bytes_of("GIF89a, of course")),
              HasSubstr("does not begin"));
}

}  // namespace
}  // namespace wpga
