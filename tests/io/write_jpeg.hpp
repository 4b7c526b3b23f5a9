// JPEG files, written straight through libjpeg.
#pragma once

#include <jpeglib.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace wpga::testing {

struct JpegFile {
  unsigned columns = 1, rows = 1;
  J_COLOR_SPACE given = JCS_RGB;  // of the samples below
  J_COLOR_SPACE stored = JCS_YCbCr;
  bool progressive = false;
  bool arithmetic = false;
  bool adobe = false;
  int orientation = 0;  // 0: no EXIF block
  bool little_endian = true;
  int quality = 100;
  std::vector<std::uint8_t> samples;
};

inline int samples_of(J_COLOR_SPACE space) { return space == JCS_GRAYSCALE ? 1 : space == JCS_CMYK ? 4 : 3; }

// "Exif", two zeros, and a TIFF directory whose only entry is the orientation.
inline std::vector<std::uint8_t> exif_block(int orientation, bool little) {
  std::vector<std::uint8_t> block = {'E', 'x', 'i', 'f', 0, 0};
  const auto put = [&](unsigned value, int width) {
    for (int i = 0; i < width; ++i)
      block.push_back(static_cast<std::uint8_t>(value >> 8 * (little ? i : width - 1 - i)));
  };
  block.insert(block.end(), 2, little ? 'I' : 'M');
  put(42, 2);
  put(8, 4);
  put(1, 2);
  put(0x0112, 2);
  put(3, 2);
  put(1, 4);
  put(static_cast<unsigned>(orientation), 2);
  put(0, 2);
  put(0, 4);
  return block;
}

inline std::vector<std::byte> write_jpeg(JpegFile file) {
  jpeg_compress_struct codec{};
  jpeg_error_mgr errors{};
  codec.err = jpeg_std_error(&errors);
  jpeg_create_compress(&codec);
  unsigned char* memory = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&codec, &memory, &size);
  codec.image_width = file.columns;
  codec.image_height = file.rows;
  codec.input_components = samples_of(file.given);
  codec.in_color_space = file.given;
  jpeg_set_defaults(&codec);
  jpeg_set_colorspace(&codec, file.stored);
  jpeg_set_quality(&codec, file.quality, TRUE);
  for (int component = 0; component < codec.num_components; ++component)
    codec.comp_info[component].h_samp_factor = codec.comp_info[component].v_samp_factor = 1;
  codec.write_Adobe_marker = file.adobe ? TRUE : FALSE;
  codec.arith_code = file.arithmetic ? TRUE : FALSE;
  if (file.progressive) jpeg_simple_progression(&codec);
  jpeg_start_compress(&codec, TRUE);
  if (file.orientation != 0) {
    const std::vector<std::uint8_t> block = exif_block(file.orientation, file.little_endian);
    jpeg_write_marker(&codec, JPEG_APP0 + 1, block.data(), static_cast<unsigned>(block.size()));
  }
  while (codec.next_scanline < codec.image_height) {
    JSAMPROW row = &file.samples[std::size_t{codec.next_scanline} * file.columns *
                                 static_cast<std::size_t>(samples_of(file.given))];
    jpeg_write_scanlines(&codec, &row, 1);
  }
  jpeg_finish_compress(&codec);
  jpeg_destroy_compress(&codec);
  const auto* first = reinterpret_cast<const std::byte*>(memory);
  std::vector<std::byte> out(first, first + size);
  std::free(memory);
  return out;
}

}  // namespace wpga::testing
