#include "wpga/io/formats/images/jpeg_image.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

// clang-format off: each of the library's headers needs the one before it
#include <jpeglib.h>
#include <jerror.h>
// clang-format on

#include "wpga/base/error.hpp"
#include "wpga/io/formats/images/image_size.hpp"
#include "wpga/io/formats/images/orientation.hpp"

namespace wpga {

namespace {

// A Huffman code spends at least one bit on a block of 64 pixels; arithmetic codes on flat pictures do
// better.
constexpr std::uint64_t pixels_per_byte = 4096;

// Every scan may touch every pixel again; no encoder writes more than a dozen.
constexpr int largest_scan_count = 200;

constexpr unsigned exif_marker = JPEG_APP0 + 1;

// libjpeg reports an error by a jump, so the message must outlive every frame it jumps over.
struct ErrorState {
  jpeg_error_mgr manager{};  // first: libjpeg only hands this one back
  std::jmp_buf jump{};
  std::array<char, JMSG_LENGTH_MAX> text{};

  // Runs calls into libjpeg, which must own nothing that needs a destructor; false when it jumped.
  template <class Calls>
  bool survives(const Calls& calls) {
    if (setjmp(jump) != 0) return false;
    calls();
    return true;
  }
};

void keep_message_and_jump(j_common_ptr codec) {
  auto& state = *reinterpret_cast<ErrorState*>(codec->err);
  codec->err->format_message(codec, state.text.data());
  std::longjmp(state.jump, 1);
}

// Warnings that mean lost pixels end the reading; the others are about things we do not use.
void judge_warning(j_common_ptr codec, int level) {
  if (level >= 0) return;
  switch (codec->err->msg_code) {
    case JWRN_JPEG_EOF:
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:
      keep_message_and_jump(codec);
      break;
    default:
      break;
  }
}

void print_nothing(j_common_ptr) {}

void limit_scans(j_common_ptr codec) {
  if (reinterpret_cast<j_decompress_ptr>(codec)->input_scan_number > largest_scan_count) {
    codec->err->msg_code = JERR_BAD_PROGRESSION;
    keep_message_and_jump(codec);
  }
}

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) {
    codec_.err = jpeg_std_error(&errors_.manager);
    errors_.manager.error_exit = keep_message_and_jump;
    errors_.manager.emit_message = judge_warning;
    errors_.manager.output_message = print_nothing;
    progress_.progress_monitor = limit_scans;
    run([&] {
      jpeg_create_decompress(&codec_);
      codec_.progress = &progress_;
      jpeg_mem_src(&codec_, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
      jpeg_save_markers(&codec_, exif_marker, 0xffff);
    });
  }
  ~Reader() { jpeg_destroy_decompress(&codec_); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  jpeg_decompress_struct& codec() { return codec_; }

  template <class Calls>
  void run(const Calls& calls) {
    if (!errors_.survives(calls))
      throw InputError(fmt::format("it is not a whole JPEG file ({})", errors_.text.data()));
  }

 private:
  ErrorState errors_;
  jpeg_progress_mgr progress_{};
  jpeg_decompress_struct codec_{};
};

int orientation_of(const jpeg_decompress_struct& codec) {
  for (const jpeg_marker_struct* marker = codec.marker_list; marker != nullptr; marker = marker->next) {
    const std::span<const JOCTET> block(marker->data, marker->data_length);
    if (marker->marker == exif_marker) return exif_orientation(std::as_bytes(block));
  }
  return 1;
}

// Grey stays grey, the printers' spaces become CMYK (libjpeg goes no further), the rest red green blue.
void choose_output(jpeg_decompress_struct& codec) {
  switch (codec.jpeg_color_space) {
    case JCS_GRAYSCALE:
      codec.out_color_space = JCS_GRAYSCALE;
      break;
    case JCS_CMYK:
    case JCS_YCCK:
      codec.out_color_space = JCS_CMYK;
      break;
    case JCS_RGB:
    case JCS_YCbCr:
      codec.out_color_space = JCS_RGB;
      break;
    default:
      throw InputError(fmt::format("it is a JPEG file with {} channels of unknown colours; save it as PNG",
                                   codec.num_components));
  }
}

void append_plain(std::span<const JSAMPLE> row, std::vector<double>& samples) {
  for (const JSAMPLE value : row) samples.push_back(value / 255.0);
}

// red = (1 − cyan)(1 − black), …  Adobe's programs write all four inks inverted.
void append_inks(std::span<const JSAMPLE> row, bool inverted, std::vector<double>& samples) {
  const auto light = [&](JSAMPLE ink) { return (inverted ? ink : 255 - ink) / 255.0; };
  for (std::size_t at = 0; at < row.size(); at += 4)
    for (std::size_t ink = 0; ink < 3; ++ink) samples.push_back(light(row[at + ink]) * light(row[at + 3]));
}

std::vector<double> read_samples(Reader& reader) {
  jpeg_decompress_struct& codec = reader.codec();
  const bool inks = codec.out_color_space == JCS_CMYK;
  std::vector<JSAMPLE> line(static_cast<std::size_t>(codec.output_width) *
                            static_cast<std::size_t>(codec.output_components));
  std::vector<double> samples;
  samples.reserve(line.size() * codec.output_height);
  while (codec.output_scanline < codec.output_height) {
    reader.run([&] {
      JSAMPROW row = line.data();
      jpeg_read_scanlines(&codec, &row, 1);
    });
    if (inks)
      append_inks(line, codec.saw_Adobe_marker != FALSE, samples);
    else
      append_plain(line, samples);
  }
  return samples;
}

// What libjpeg allocates, freed whatever happens.
class Writer {
 public:
  Writer() {
    codec_.err = jpeg_std_error(&errors_.manager);
    errors_.manager.error_exit = keep_message_and_jump;
    errors_.manager.output_message = print_nothing;
    run([&] {
      jpeg_create_compress(&codec_);
      jpeg_mem_dest(&codec_, &bytes_, &size_);
    });
  }
  ~Writer() {
    jpeg_destroy_compress(&codec_);
    std::free(bytes_);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  jpeg_compress_struct& codec() { return codec_; }
  std::span<const unsigned char> bytes() const { return {bytes_, size_}; }

  template <class Calls>
  void run(const Calls& calls) {
    if (!errors_.survives(calls))
      throw InputError(fmt::format("it cannot be written as JPEG ({})", errors_.text.data()));
  }

 private:
  ErrorState errors_;
  jpeg_compress_struct codec_{};
  unsigned char* bytes_ = nullptr;
  unsigned long size_ = 0;
};

// One row as bytes, over white.
void fill_row(const Image& image, Index row, std::span<JSAMPLE> line) {
  const int colors = image.has_color() ? 3 : 1;
  for (Index column = 0; column < image.columns; ++column)
    for (int channel = 0; channel < colors; ++channel) {
      const double alpha =
          image.has_alpha() ? std::clamp(image.at(row, column, image.channels - 1), 0.0, 1.0) : 1.0;
      const double light = std::clamp(image.at(row, column, channel), 0.0, 1.0);
      line[static_cast<std::size_t>(column * colors + channel)] =
          static_cast<JSAMPLE>(std::lround(255 * (alpha * light + 1 - alpha)));
    }
}

}  // namespace

std::vector<std::byte> encode_jpeg(const Image& image, int quality) {
  Writer writer;
  jpeg_compress_struct& codec = writer.codec();
  codec.image_width = static_cast<JDIMENSION>(image.columns);
  codec.image_height = static_cast<JDIMENSION>(image.rows);
  codec.input_components = image.has_color() ? 3 : 1;
  codec.in_color_space = image.has_color() ? JCS_RGB : JCS_GRAYSCALE;
  writer.run([&] {
    jpeg_set_defaults(&codec);
    jpeg_set_quality(&codec, quality, TRUE);
    codec.optimize_coding = TRUE;
    jpeg_start_compress(&codec, TRUE);
  });
  std::vector<JSAMPLE> line(static_cast<std::size_t>(image.columns * codec.input_components));
  for (Index row = 0; row < image.rows; ++row) {
    fill_row(image, row, line);
    writer.run([&] {
      JSAMPROW samples = line.data();
      jpeg_write_scanlines(&codec, &samples, 1);
    });
  }
  writer.run([&] { jpeg_finish_compress(&codec); });
  const auto bytes = std::as_bytes(writer.bytes());
  return {bytes.begin(), bytes.end()};
}

bool looks_like_jpeg(std::span<const std::byte> bytes) {
  return bytes.size() >= 3 && bytes[0] == std::byte{0xff} && bytes[1] == std::byte{0xd8} &&
         bytes[2] == std::byte{0xff};
}

Image decode_jpeg(std::span<const std::byte> bytes) {
  require(looks_like_jpeg(bytes), "it does not begin like a JPEG file");
  Reader reader(bytes);
  jpeg_decompress_struct& codec = reader.codec();
  reader.run([&] { jpeg_read_header(&codec, TRUE); });
  const std::uint64_t rows = codec.image_height, columns = codec.image_width;
  check_image_size(rows, columns, static_cast<std::uint64_t>(codec.num_components));
  check_expansion(rows * columns, bytes.size(), pixels_per_byte);
  choose_output(codec);
  const int orientation = orientation_of(codec);  // the markers are gone once the reading is finished

  reader.run([&] { jpeg_start_decompress(&codec); });
  const int channels = codec.out_color_space == JCS_GRAYSCALE ? 1 : 3;
  Image image{static_cast<Index>(rows), static_cast<Index>(columns), channels, read_samples(reader)};
  reader.run([&] { jpeg_finish_decompress(&codec); });
  return upright(std::move(image), orientation);
}

}  // namespace wpga
