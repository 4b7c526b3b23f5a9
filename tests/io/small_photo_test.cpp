#include "wpga/io/reading/small_photo.hpp"

#include <gtest/gtest.h>

#include "io/scratch_folder.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/formats/images/image_file.hpp"
#include "wpga/io/formats/images/jpeg_image.hpp"
#include "wpga/io/formats/images/png_image.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

Image flat(Index rows, Index columns, std::vector<double> color) {
  Image image{.rows = rows, .columns = columns, .channels = static_cast<int>(color.size()), .samples = {}};
  for (Index k = 0; k < rows * columns; ++k)
    image.samples.insert(image.samples.end(), color.begin(), color.end());
  return image;
}

// JPEG may miss a level or two of a flat colour.
void expect_flat(const Image& image, const std::vector<double>& color) {
  for (std::size_t k = 0; k < image.samples.size(); ++k)
    ASSERT_NEAR(image.samples[k], color[k % color.size()], 3.0 / 255);
}

TEST(EncodeJpeg, IsReadBack) {
  const std::vector<double> color = {0.8, 0.3, 0.1};
  const Image back = decode_jpeg(encode_jpeg(flat(21, 34, color), 75));
  EXPECT_EQ(back.rows, 21);
  EXPECT_EQ(back.columns, 34);
  EXPECT_EQ(back.channels, 3);
  expect_flat(back, color);
  EXPECT_EQ(decode_jpeg(encode_jpeg(flat(1, 1, {0.5}), 75)).channels, 1);
}

TEST(EncodeJpeg, ShowsWhiteWhereNothingCovers) {
  expect_flat(decode_jpeg(encode_jpeg(flat(8, 8, {0.0, 0.0, 0.0, 0.25}), 90)), {0.75, 0.75, 0.75});
  expect_flat(decode_jpeg(encode_jpeg(flat(8, 8, {0.0, 0.0}), 90)), {1.0});
}

TEST(EncodeJpeg, ClipsWhatIsNoColour) {
  expect_flat(decode_jpeg(encode_jpeg(flat(8, 8, {7.0, -3.0, 0.5}), 90)), {1.0, 0.0, 0.5});
}

TEST(SmallPhoto, KeepsTheProportionsAndNeverGrows) {
  const ScratchFolder folder;
  write_file(folder / "wide.png", encode_png(flat(50, 200, {0.2, 0.4, 0.6}), 8));
  const Image wide = decode_image(small_photo(folder / "wide.png", 40));
  EXPECT_EQ(wide.rows, 10);
  EXPECT_EQ(wide.columns, 40);
  expect_flat(wide, {0.2, 0.4, 0.6});
  EXPECT_EQ(decode_image(small_photo(folder / "wide.png", 500)).columns, 200);
}

TEST(SmallPhoto, SaysWhichFileIsNone) {
  const ScratchFolder folder;
  write_file(folder / "bad.png", std::string("no picture"));
  try {
    small_photo(folder / "bad.png", 40);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("bad.png"), std::string::npos);
  }
}

TEST(PhotoFiles, AreFoundByTheNamesOfTheMeasures) {
  const ScratchFolder folder;
  for (const char* name : {"b.png", "a.png"})
    write_file(folder / name, encode_png(flat(2, 2, {1.0, 0.0, 0.0}), 8));
  write_file(folder / "table.csv", std::string("x,y\n1,2\n"));
  const std::vector<std::string> data = {folder.path().string()};
  const auto files = photo_files(data, {"a", "table", "b", "missing"});
  ASSERT_EQ(files.size(), 4u);
  EXPECT_EQ(files[0].filename(), "a.png");
  EXPECT_TRUE(files[1].empty());
  EXPECT_EQ(files[2].filename(), "b.png");
  EXPECT_TRUE(files[3].empty());
}

}  // namespace
}  // namespace wpga
