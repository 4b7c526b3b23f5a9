// Writes the seeds of the picture parsers: make_images_corpus tests/fuzz/corpus
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "io/write_jpeg.hpp"
#include "io/write_png.hpp"
#include "io/write_tiff.hpp"
#include "wpga/io/formats/images/png_image.hpp"

namespace wpga::testing {
namespace {

class Corpus {
 public:
  Corpus(const std::filesystem::path& root, const std::string& parser) : folder_(root / parser) {
    std::filesystem::create_directories(folder_);
  }
  void add(const std::string& name, std::span<const std::byte> bytes) const {
    std::ofstream out(folder_ / name, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }

 private:
  std::filesystem::path folder_;
};

template <class Byte>
std::vector<Byte> ramp(std::size_t count) {
  std::vector<Byte> bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<Byte>(23 * i);
  return bytes;
}

Image ramp_image(int channels) {
  Image image{5, 6, channels, {}};
  for (int i = 0; i < 30 * channels; ++i) image.samples.push_back(i / (30.0 * channels));
  return image;
}

void write_png_seeds(const Corpus& corpus) {
  for (int channels = 1; channels <= 4; ++channels)
    for (const int bits : {8, 16})
      corpus.add("channels" + std::to_string(channels) + "_bits" + std::to_string(bits) + ".png",
                 encode_png(ramp_image(channels), bits));
  for (const bool interlaced : {false, true}) {
    PngFile file{9, 9, 2, PNG_COLOR_TYPE_PALETTE, interlaced};
    file.palette = {{0, 0, 0}, {255, 0, 0}, {0, 255, 0}, {0, 0, 255}};
    file.palette_alpha = {0, 128};
    file.lines.assign(9, ramp<png_byte>(3));
    corpus.add(interlaced ? "palette_interlaced.png" : "palette.png", write_png(file));
  }
  PngFile bitmap{17, 3, 1, PNG_COLOR_TYPE_GRAY};
  bitmap.transparent_grey = 1;
  bitmap.lines.assign(3, ramp<png_byte>(3));
  corpus.add("bitmap_transparent.png", write_png(bitmap));
}

void write_jpeg_seeds(const Corpus& corpus) {
  const auto file = [](J_COLOR_SPACE given, J_COLOR_SPACE stored) {
    JpegFile jpeg{9, 10, given, stored};
    jpeg.quality = 20;
    jpeg.samples = ramp<std::uint8_t>(90U * static_cast<unsigned>(samples_of(given)));
    return jpeg;
  };
  corpus.add("grey.jpg", write_jpeg(file(JCS_GRAYSCALE, JCS_GRAYSCALE)));
  corpus.add("colour.jpg", write_jpeg(file(JCS_RGB, JCS_YCbCr)));
  JpegFile progressive = file(JCS_RGB, JCS_YCbCr);
  progressive.progressive = true;
  progressive.orientation = 6;
  corpus.add("progressive_turned.jpg", write_jpeg(progressive));
  JpegFile arithmetic = file(JCS_GRAYSCALE, JCS_GRAYSCALE);
  arithmetic.arithmetic = true;
  arithmetic.orientation = 3;
  arithmetic.little_endian = false;
  corpus.add("arithmetic_turned.jpg", write_jpeg(arithmetic));
  JpegFile inks = file(JCS_CMYK, JCS_YCCK);
  inks.adobe = true;
  corpus.add("inks.jpg", write_jpeg(inks));
}

void write_tiff_seeds(const Corpus& corpus) {
  const auto file = [](std::uint16_t samples, std::uint16_t bits) {
    TiffFile made{.columns = 5, .rows = 4, .bits = bits, .samples_per_pixel = samples};
    made.photometric = samples >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
    made.bytes = ramp<std::uint8_t>(20U * samples * bits / 8 + 8);
    return made;
  };
  corpus.add("grey.tif", write_tiff(file(1, 8)));
  TiffFile floats = file(1, 32);
  floats.format = SAMPLEFORMAT_IEEEFP;
  floats.mode = "wb";
  corpus.add("float.tif", write_tiff(floats));
  TiffFile planes = file(4, 16);
  planes.separate_planes = true;
  planes.extra_sample = EXTRASAMPLE_ASSOCALPHA;
  planes.mode = "w8l";
  corpus.add("planes_alpha_big.tif", write_tiff(planes));
  TiffFile tiled = file(3, 8);
  tiled.tile = 16;
  tiled.compression = COMPRESSION_ADOBE_DEFLATE;
  tiled.orientation = ORIENTATION_RIGHTTOP;
  corpus.add("tiled_deflate.tif", write_tiff(tiled));
  TiffFile twelve = file(1, 12);
  twelve.compression = COMPRESSION_LZW;
  corpus.add("twelve_bits_lzw.tif", write_tiff(twelve));
  TiffFile palette = file(1, 4);
  palette.photometric = PHOTOMETRIC_PALETTE;
  palette.palette = ramp<std::uint16_t>(48);
  palette.compression = COMPRESSION_PACKBITS;
  corpus.add("palette_packbits.tif", write_tiff(palette));
  TiffFile inks = file(4, 8);
  inks.photometric = PHOTOMETRIC_SEPARATED;
  corpus.add("inks.tif", write_tiff(inks));
  TiffFile fax = file(1, 1);
  fax.photometric = PHOTOMETRIC_MINISWHITE;
  fax.compression = COMPRESSION_CCITTFAX4;
  fax.pages = 2;
  fax.reduced_pages = true;
  corpus.add("fax_thumbnail.tif", write_tiff(fax));
}

void write_pnm_seeds(const Corpus& corpus) {
  const auto add = [&](const std::string& name, std::string_view text) {
    corpus.add(name, std::as_bytes(std::span(text)));
  };
  add("text.pbm", "P1\n# comment\n3 2\n1 0 1\n010\n");
  add("text.pgm", "P2 3 1 200 0 100 200");
  add("text.ppm", "P3 1 2 65535 1 2 3 65535 5 6");
  add("binary.pbm", "P4 9 2\n\x81\x80\x7f\x7f");
  add("binary.pgm", "P5 3 1 255\nabc");
  add("binary16.pgm", "P5 2 1 65535\nabcd");
  add("binary.ppm", "P6 1 2 255\nabcdef");
  add("alpha.pam", "P7\nWIDTH 2\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\nabcdefgh");
}

}  // namespace
}  // namespace wpga::testing

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: make_images_corpus FOLDER\n", stderr);
    return 2;
  }
  const std::filesystem::path root = arguments[1];
  wpga::testing::write_png_seeds({root, "png"});
  wpga::testing::write_jpeg_seeds({root, "jpeg"});
  wpga::testing::write_tiff_seeds({root, "tiff"});
  wpga::testing::write_pnm_seeds({root, "pnm"});
  return 0;
}
