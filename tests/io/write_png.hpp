// PNG files of every kind the standard knows, written straight through libpng.
#pragma once

#include <png.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace wpga::testing {

struct PngFile {
  unsigned columns = 1, rows = 1;
  int bits = 8;
  int color_type = PNG_COLOR_TYPE_GRAY;
  bool interlaced = false;
  std::vector<png_color> palette = {};
  std::vector<png_byte> palette_alpha = {};
  int transparent_grey = -1;
  std::vector<std::vector<png_byte>> lines;  // packed as in the file: big-endian, highest bits first
};

inline int samples_per_pixel(int color_type) {
  switch (color_type) {
    case PNG_COLOR_TYPE_GRAY_ALPHA:
      return 2;
    case PNG_COLOR_TYPE_RGB:
      return 3;
    case PNG_COLOR_TYPE_RGB_ALPHA:
      return 4;
    default:
      return 1;
  }
}

inline std::vector<std::byte> write_png(PngFile file) {
  std::vector<std::byte> out;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &out,
      [](png_structp writer, png_bytep data, std::size_t count) {
        auto& bytes = *static_cast<std::vector<std::byte>*>(png_get_io_ptr(writer));
        const auto* first = reinterpret_cast<const std::byte*>(data);
        bytes.insert(bytes.end(), first, first + count);
      },
      nullptr);
  png_set_IHDR(png, info, file.columns, file.rows, file.bits, file.color_type,
               file.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  if (!file.palette.empty())
    png_set_PLTE(png, info, file.palette.data(), static_cast<int>(file.palette.size()));
  if (!file.palette_alpha.empty())
    png_set_tRNS(png, info, file.palette_alpha.data(), static_cast<int>(file.palette_alpha.size()), nullptr);
  if (file.transparent_grey >= 0) {
    png_color_16 color{};
    color.gray = static_cast<png_uint_16>(file.transparent_grey);
    png_set_tRNS(png, info, nullptr, 0, &color);
  }
  png_write_info(png, info);
  std::vector<png_bytep> rows;
  for (auto& line : file.lines) rows.push_back(line.data());
  png_write_image(png, rows.data());
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  return out;
}

}  // namespace wpga::testing
