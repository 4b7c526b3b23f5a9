#include "wpga/io/formats/images/jpeg_image.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "io/bad_files.hpp"
#include "io/write_jpeg.hpp"

namespace wpga {
namespace {

using ::testing::HasSubstr;

// Smooth ramps, which JPEG hardly changes: sample s of pixel (r, c).
std::uint8_t ramp(unsigned row, unsigned column, unsigned sample) {
  return static_cast<std::uint8_t>(20 + 5 * row + 3 * column + 11 * sample);
}

testing::JpegFile ramp_file(J_COLOR_SPACE given, J_COLOR_SPACE stored) {
  testing::JpegFile file{21, 13, given, stored};
  for (unsigned row = 0; row < file.rows; ++row)
    for (unsigned column = 0; column < file.columns; ++column)
      for (unsigned sample = 0; sample < static_cast<unsigned>(testing::samples_of(given)); ++sample)
        file.samples.push_back(ramp(row, column, sample));
  return file;
}

// At quality 100 the samples come back within two levels (three after a change of colours).
void expect_ramps(const Image& image, unsigned rows, unsigned columns) {
  ASSERT_EQ(image.rows, rows);
  ASSERT_EQ(image.columns, columns);
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned column = 0; column < columns; ++column)
      for (unsigned channel = 0; channel < static_cast<unsigned>(image.channels); ++channel)
        ASSERT_NEAR(255 * image.at(row, column, static_cast<int>(channel)), ramp(row, column, channel), 3);
}

TEST(Jpeg, GreyHasOneChannel) {
  const Image image = decode_jpeg(testing::write_jpeg(ramp_file(JCS_GRAYSCALE, JCS_GRAYSCALE)));
  EXPECT_EQ(image.channels, 1);
  expect_ramps(image, 13, 21);
}

TEST(Jpeg, ColoursComeBackInEveryCoding) {
  for (const J_COLOR_SPACE stored : {JCS_YCbCr, JCS_RGB})
    for (const bool progressive : {false, true})
      for (const bool arithmetic : {false, true}) {
        testing::JpegFile file = ramp_file(JCS_RGB, stored);
        file.progressive = progressive;
        file.arithmetic = arithmetic;
        file.adobe = stored == JCS_RGB;  // the marker that says "no transform"
        const Image image = decode_jpeg(testing::write_jpeg(file));
        EXPECT_EQ(image.channels, 3);
        expect_ramps(image, 13, 21);
      }
}

// red = (1 − cyan)(1 − black), and Adobe's files hold 1 − ink.
TEST(Jpeg, InksBecomeLight) {
  for (const J_COLOR_SPACE stored : {JCS_CMYK, JCS_YCCK})
    for (const bool adobe : {false, true}) {
      if (stored == JCS_YCCK && !adobe) continue;  // only the marker tells that a file is YCCK
      testing::JpegFile file = ramp_file(JCS_CMYK, stored);
      file.adobe = adobe;
      const Image image = decode_jpeg(testing::write_jpeg(file));
      ASSERT_EQ(image.channels, 3);
      for (unsigned row = 0; row < file.rows; ++row)
        for (unsigned column = 0; column < file.columns; ++column)
          for (unsigned channel = 0; channel < 3; ++channel) {
            const double ink = ramp(row, column, channel) / 255.0, black = ramp(row, column, 3) / 255.0;
            const double light = adobe ? ink * black : (1 - ink) * (1 - black);
            ASSERT_NEAR(image.at(row, column, static_cast<int>(channel)), light, 6 / 255.0);
          }
    }
}

TEST(Jpeg, IsTurnedUprightAsItsExifBlockSays) {
  for (const bool little : {false, true}) {
    testing::JpegFile file = ramp_file(JCS_GRAYSCALE, JCS_GRAYSCALE);
    file.little_endian = little;
    file.orientation = 6;  // the camera was turned: the stored left column is the top row, from the right
    const Image image = decode_jpeg(testing::write_jpeg(file));
    ASSERT_EQ(image.rows, 21);
    ASSERT_EQ(image.columns, 13);
    for (unsigned row = 0; row < 21; ++row)
      for (unsigned column = 0; column < 13; ++column)
        ASSERT_NEAR(255 * image.at(row, column, 0), ramp(12 - column, row, 0), 3);
  }
}

TEST(Jpeg, RefusesAFileThatWasCut) {
  testing::JpegFile file = ramp_file(JCS_RGB, JCS_YCbCr);
  file.quality = 50;
  // All pixels are there before the two bytes of the end marker.
  testing::expect_refusal_when_cut(testing::write_jpeg(file), decode_jpeg, 2);
  file.progressive = true;
  testing::expect_refusal_when_cut(testing::write_jpeg(file), decode_jpeg, 2);
}

TEST(Jpeg, AnswersOrRefusesADamagedFile) {
  testing::JpegFile file = ramp_file(JCS_CMYK, JCS_YCCK);
  file.adobe = true;
  file.orientation = 3;
  file.quality = 50;
  testing::expect_answer_when_damaged(testing::write_jpeg(file), decode_jpeg);
}

TEST(Jpeg, RefusesAbsurdSizesBeforeMakingRoomForThem) {
  std::vector<std::byte> file = testing::write_jpeg(ramp_file(JCS_GRAYSCALE, JCS_GRAYSCALE));
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  const std::size_t frame = text.find("\xff\xc0");
  ASSERT_NE(frame, std::string_view::npos);
  const auto promise = [&](unsigned char high) {
    for (std::size_t at = frame + 5; at < frame + 9; at += 2) file[at] = std::byte{high};
  };
  promise(0xfe);
  EXPECT_THAT(testing::refusal(decode_jpeg, file), HasSubstr("more than the 268435456 samples"));
  promise(0x30);
  EXPECT_THAT(testing::refusal(decode_jpeg, file), HasSubstr("more than its"));
}

TEST(Jpeg, RefusesOtherFiles) {
  EXPECT_THAT(testing::refusal(decode_jpeg, {}), HasSubstr("does not begin like a JPEG"));
  EXPECT_THAT(testing::refusal(decode_jpeg, testing::bytes_of("\xff\xd8")), HasSubstr("does not begin"));
  EXPECT_THAT(testing::refusal(decode_jpeg, testing::bytes_of("\xff\xd8\xff and nothing more")),
              HasSubstr("JPEG"));
}

}  // namespace
}  // namespace wpga
