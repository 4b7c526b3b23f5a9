#include "wpga/io/formats/images/image_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/bad_files.hpp"
#include "io/write_jpeg.hpp"
#include "io/write_tiff.hpp"
#include "wpga/io/formats/images/png_image.hpp"

namespace wpga {
namespace {

using ::testing::HasSubstr;

std::string sentence(std::string_view text) {
  return testing::refusal(decode_image, testing::bytes_of(text));
}

TEST(ImageFile, IsKnownByItsFirstBytes) {
  const auto pgm = testing::bytes_of("P2 1 1 1 1");
  const std::vector<std::vector<std::byte>> files = {
      encode_png({1, 1, 1, {1}}, 8),
      testing::write_jpeg({.given = JCS_GRAYSCALE, .stored = JCS_GRAYSCALE, .samples = {255}}),
      testing::write_tiff({.bytes = {255}}),
      testing::write_tiff({.mode = "w8b", .bytes = {255}}),
      {pgm.begin(), pgm.end()}};
  for (const auto& file : files) {
    EXPECT_TRUE(looks_like_image(file));
    EXPECT_EQ(decode_image(file).samples, std::vector<double>{1});
  }
}

TEST(ImageFile, NamesPicturesItDoesNotRead) {
  EXPECT_THAT(sentence("GIF89a......"), HasSubstr("GIF picture"));
  EXPECT_THAT(sentence("BM.........."), HasSubstr("BMP picture"));
  EXPECT_THAT(sentence("RIFF....WEBPVP8 "), HasSubstr("WebP picture"));
  EXPECT_THAT(sentence("....ftypheic"), HasSubstr("HEIC or AVIF picture"));
}

TEST(ImageFile, RefusesWhatIsNoPicture) {
  EXPECT_FALSE(looks_like_image({}));
  EXPECT_THAT(sentence(""), HasSubstr("it is empty"));
  for (const std::string_view text : {"P", "x,y\n1,2\n", "Please", "\x89PNG", "II"}) {
    EXPECT_FALSE(looks_like_image(testing::bytes_of(text)));
    EXPECT_THAT(sentence(text), HasSubstr("no picture"));
  }
}

}  // namespace
}  // namespace wpga
