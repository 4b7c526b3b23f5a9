#include "wpga/report/canvas.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "wpga/base/error.hpp"
#include "wpga/report/printable.hpp"

namespace wpga {
namespace {

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::uint32_t big_endian(const std::vector<std::byte>& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | std::to_integer<std::uint32_t>(bytes.at(at + i));
  return value;
}

Canvas drawing() {
  Canvas canvas(100.3, 50);
  canvas.disc({20, 20}, 5, colors::blue);
  canvas.arrow({30, 10}, {80, 40}, colors::vermilion, 1);
  canvas.text({10, 45}, "Wasserstein", {.size = 9, .bold = true}, colors::ink);
  canvas.image({60, 5, 20, 20}, {.rows = 2, .columns = 2, .samples = {0, 0.5, 1, 0.25}});
  return canvas;
}

TEST(Canvas, GivesAPngOfTheSizeAskedFor) {
  const auto png = drawing().bytes(PictureFormat::png, 3);
  EXPECT_EQ(text_of(png).substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(text_of(png).substr(12, 4), "IHDR");
  EXPECT_EQ(big_endian(png, 16), 301U);  // 100.3 points at 3 pixels, rounded up
  EXPECT_EQ(big_endian(png, 20), 150U);
  EXPECT_EQ(text_of(png).substr(png.size() - 8, 4), "IEND");
}

TEST(Canvas, GivesPdfWithItsFontsInside) {
  const std::string pdf = text_of(drawing().bytes(PictureFormat::pdf));
  EXPECT_EQ(pdf.substr(0, 5), "%PDF-");
  EXPECT_NE(pdf.find("%%EOF"), std::string::npos);
  EXPECT_NE(pdf.find("/FontFile"), std::string::npos);
}

TEST(Canvas, GivesSvg) {
  const std::string svg = text_of(drawing().bytes(PictureFormat::svg));
  EXPECT_NE(svg.find("<svg"), std::string::npos);
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
}

TEST(Canvas, GivesTheSameBytesForTheSameDrawing) {
  for (const PictureFormat format : {PictureFormat::png, PictureFormat::pdf})
    EXPECT_EQ(drawing().bytes(format), drawing().bytes(format));
  const Canvas canvas = drawing();
  EXPECT_EQ(canvas.bytes(PictureFormat::png), canvas.bytes(PictureFormat::png));
  EXPECT_NE(canvas.bytes(PictureFormat::png), Canvas(100.3, 50).bytes(PictureFormat::png));
}

TEST(Canvas, MeasuresTextInProportionToItsFont) {
  const Canvas canvas(100, 100);
  const TextSize small = canvas.text_size("geodesic", {.size = 7}),
                 large = canvas.text_size("geodesic", {.size = 21});
  EXPECT_GT(small.width, 10);
  EXPECT_NEAR(large.width, 3 * small.width, 1e-6 * large.width);
  EXPECT_GT(canvas.text_size("geodesics", {.size = 7}).width, small.width);
}

TEST(Canvas, ShortensTextToTheWidthThereIs) {
  const Canvas canvas(100, 100);
  const Font font{.size = 8};
  EXPECT_EQ(canvas.elided("short", font, 100), "short");
  const std::string cut = canvas.elided(std::string(5000, 'm'), font, 50);
  EXPECT_LE(canvas.text_size(cut, font).width, 50);
  EXPECT_GT(canvas.text_size(cut, font).width, 40);
  EXPECT_TRUE(cut.ends_with("…"));
  EXPECT_EQ(canvas.elided("long", font, 0), "");
  // Cut between characters, never inside one.
  const std::string accents = canvas.elided("ééééééééééééééé", font, 30);
  EXPECT_EQ(printable(accents), accents);
}

TEST(Canvas, DrawsHostileTextAndNumbersWithoutHarm) {
  Canvas canvas(100, 100);
  for (const std::string& text :
       {std::string("\xff\xfe broken"), std::string("a\0b", 3), std::string("\x1b[31m\n\t"),
        std::string("<script>alert(1)</script>"), std::string("木 ☃ 𝔘"), std::string()})
    canvas.text({5, 50}, text, {}, colors::ink);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  canvas.image({0, 0, 10, 10}, {.rows = 1, .columns = 2, .samples = {nan, 1e300}});
  canvas.image({0, 0, 10, 10}, {});
  canvas.arrow({5, 5}, {5, 5}, colors::ink, 1);
  canvas.disc({1e9, -1e9}, 3, colors::ink);
  EXPECT_GT(canvas.bytes(PictureFormat::png).size(), 100U);
  EXPECT_EQ(text_of(canvas.bytes(PictureFormat::svg)).find("<script"), std::string::npos);
}

TEST(Canvas, ForgetsClipsAndTransformsWithTheirGuard) {
  Canvas plain(40, 40), guarded(40, 40);
  {
    const auto state = guarded.saved();
    guarded.clip({0, 0, 5, 5});
    guarded.translate(100, 0);
    guarded.scale(2, 3);
    guarded.rotate(1);
  }
  for (Canvas* canvas : {&plain, &guarded}) canvas->disc({20, 20}, 8, colors::green);
  EXPECT_EQ(plain.bytes(PictureFormat::png), guarded.bytes(PictureFormat::png));
}

TEST(Canvas, RefusesPagesThatCannotBe) {
  EXPECT_THROW(Canvas(0, 10), InputError);
  EXPECT_THROW(Canvas(10, std::numeric_limits<double>::quiet_NaN()), InputError);
  EXPECT_THROW(Canvas(1e6, 10), InputError);
  EXPECT_THROW(Canvas(10000, 10).bytes(PictureFormat::png, 10), InputError);
}

}  // namespace
}  // namespace wpga
