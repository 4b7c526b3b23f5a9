#include "wpga/io/formats/images/png_image.hpp"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <csetjmp>
#include <cstdint>
#include <cstring>

#include "wpga/base/error.hpp"
#include "wpga/io/formats/images/image_size.hpp"

namespace wpga {

namespace {

constexpr std::array<unsigned char, 8> signature = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

// Deflate spends at least two bits on 258 bytes.
constexpr std::uint64_t deflate_ratio = 1032;

// libpng reports an error by a jump, so the message must outlive every frame it jumps over.
struct Message {
  std::array<char, 160> text{};
};

void keep_message_and_jump(png_structp png, png_const_charp text) {
  auto& message = *static_cast<Message*>(png_get_error_ptr(png));
  std::strncpy(message.text.data(), text, message.text.size() - 1);
  png_longjmp(png, 1);
}

void ignore_warning(png_structp, png_const_charp) {}

// Runs calls into libpng; false if libpng jumped out of them.  `calls` must own nothing that needs a
// destructor.
template <class Calls>
bool completes(png_structp png, const Calls& calls) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  calls();
  return true;
}

struct Source {
  std::span<const std::byte> left;
};

void read_from_source(png_structp png, png_bytep out, std::size_t count) {
  auto& source = *static_cast<Source*>(png_get_io_ptr(png));
  if (count > source.left.size()) png_error(png, "the file ends too early");
  std::memcpy(out, source.left.data(), count);
  source.left = source.left.subspan(count);
}

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes)
      : source_{bytes},
        png_(png_create_read_struct(PNG_LIBPNG_VER_STRING, &message_, keep_message_and_jump, ignore_warning)),
        info_(png_ != nullptr ? png_create_info_struct(png_) : nullptr) {
    if (info_ == nullptr) {
      png_destroy_read_struct(&png_, nullptr, nullptr);
      throw std::bad_alloc();
    }
    png_set_read_fn(png_, &source_, read_from_source);
    png_set_user_limits(png_, 0x7fffffff, 0x7fffffff);
    // A negative count means: everything but the chunks the pixels need.
    png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
  }
  ~Reader() { png_destroy_read_struct(&png_, &info_, nullptr); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  png_structp png() const { return png_; }
  png_infop info() const { return info_; }

  template <class Calls>
  void run(const Calls& calls) {
    if (!completes(png_, calls))
      throw InputError(fmt::format("it is not a whole PNG file ({})", message_.text.data()));
  }

 private:
  Message message_;
  Source source_;
  png_structp png_;
  png_infop info_;
};

// Asks for whole bytes: palettes and transparency expanded, 16 bits in the order of this machine.
void expand_samples(Reader& reader) {
  reader.run([&] {
    png_set_expand(reader.png());
    if (std::endian::native == std::endian::little) png_set_swap(reader.png());
    png_set_interlace_handling(reader.png());
    png_read_update_info(reader.png(), reader.info());
  });
}

void append_samples(std::span<const png_byte> row, int bits, std::vector<double>& samples) {
  if (bits == 8) {
    for (const png_byte value : row) samples.push_back(value / 255.0);
    return;
  }
  for (std::size_t at = 0; at < row.size(); at += 2) {
    std::uint16_t value = 0;
    std::memcpy(&value, &row[at], 2);
    samples.push_back(value / 65535.0);
  }
}

// The passes of an interlaced picture return to the same rows, so all of them must be kept.
std::vector<png_byte> read_interlaced(Reader& reader, std::size_t rows, std::size_t row_bytes) {
  std::vector<png_byte> pixels(rows * row_bytes);
  for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; ++pass)
    for (std::size_t row = 0; row < rows; ++row)
      reader.run([&] { png_read_row(reader.png(), &pixels[row * row_bytes], nullptr); });
  return pixels;
}

std::vector<double> read_samples(Reader& reader, bool interlaced, std::size_t rows, std::size_t row_bytes,
                                 int bits) {
  std::vector<double> samples;
  samples.reserve(rows * row_bytes / static_cast<std::size_t>(bits / 8));
  if (interlaced) {
    append_samples(read_interlaced(reader, rows, row_bytes), bits, samples);
    return samples;
  }
  std::vector<png_byte> line(row_bytes);
  for (std::size_t row = 0; row < rows; ++row) {
    reader.run([&] { png_read_row(reader.png(), line.data(), nullptr); });
    append_samples(line, bits, samples);
  }
  return samples;
}

void append_written(png_structp png, png_bytep data, std::size_t count) {
  bool room = true;
  try {
    auto& out = *static_cast<std::vector<std::byte>*>(png_get_io_ptr(png));
    const auto* const first = reinterpret_cast<const std::byte*>(data);
    out.insert(out.end(), first, first + count);
  } catch (...) {
    room = false;  // the jump must not leave a handler that is still running
  }
  if (!room) png_error(png, "no memory left");
}

class Writer {
 public:
  Writer()
      : png_(
            png_create_write_struct(PNG_LIBPNG_VER_STRING, &message_, keep_message_and_jump, ignore_warning)),
        info_(png_ != nullptr ? png_create_info_struct(png_) : nullptr) {
    if (info_ == nullptr) {
      png_destroy_write_struct(&png_, nullptr);
      throw std::bad_alloc();
    }
    png_set_write_fn(png_, &bytes_, append_written, nullptr);
  }
  ~Writer() { png_destroy_write_struct(&png_, &info_); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  png_structp png() const { return png_; }
  png_infop info() const { return info_; }
  std::vector<std::byte> take() { return std::move(bytes_); }

  template <class Calls>
  void run(const Calls& calls) {
    if (!completes(png_, calls))
      throw InputError(fmt::format("the picture cannot be written as PNG ({})", message_.text.data()));
  }

 private:
  Message message_;
  std::vector<std::byte> bytes_;
  png_structp png_;
  png_infop info_;
};

// One row of samples as big-endian integers.
void round_samples(std::span<const double> row, int bits, std::vector<png_byte>& out) {
  const double largest = bits == 8 ? 255 : 65535;
  out.clear();
  for (const double sample : row) {
    require(!std::isnan(sample), "a sample of the picture is not a number");
    const auto value = static_cast<unsigned>(std::lround(std::clamp(sample, 0.0, 1.0) * largest));
    if (bits == 16) out.push_back(static_cast<png_byte>(value >> 8));
    out.push_back(static_cast<png_byte>(value & 0xff));
  }
}

}  // namespace

bool looks_like_png(std::span<const std::byte> bytes) {
  return bytes.size() >= signature.size() &&
         std::memcmp(bytes.data(), signature.data(), signature.size()) == 0;
}

Image decode_png(std::span<const std::byte> bytes) {
  require(looks_like_png(bytes), "it does not begin like a PNG file");
  Reader reader(bytes);
  reader.run([&] { png_read_info(reader.png(), reader.info()); });
  const std::uint64_t rows = png_get_image_height(reader.png(), reader.info());
  const std::uint64_t columns = png_get_image_width(reader.png(), reader.info());
  check_image_size(rows, columns, png_get_channels(reader.png(), reader.info()));
  check_expansion(rows * png_get_rowbytes(reader.png(), reader.info()), bytes.size(), deflate_ratio);

  expand_samples(reader);
  const int channels = png_get_channels(reader.png(), reader.info());
  const int bits = png_get_bit_depth(reader.png(), reader.info());
  check_image_size(rows, columns, static_cast<std::uint64_t>(channels));
  const bool interlaced = png_get_interlace_type(reader.png(), reader.info()) != PNG_INTERLACE_NONE;
  Image image{static_cast<Index>(rows), static_cast<Index>(columns), channels,
              read_samples(reader, interlaced, rows, png_get_rowbytes(reader.png(), reader.info()), bits)};
  reader.run([&] { png_read_end(reader.png(), nullptr); });
  return image;
}

std::vector<std::byte> encode_png(const Image& image, int bits) {
  require(bits == 8 || bits == 16, "a PNG file is written with 8 or 16 bits");
  require(image.channels >= 1 && image.channels <= 4, "a PNG file has 1 to 4 channels");
  require(image.rows > 0 && image.columns > 0, "a picture needs at least one pixel");
  const auto row_samples = static_cast<std::size_t>(image.columns) * static_cast<std::size_t>(image.channels);
  require(image.samples.size() == row_samples * static_cast<std::size_t>(image.rows),
          "the picture does not have one sample for each pixel and channel");
  constexpr std::array<int, 4> color_types = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA,
                                              PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA};
  Writer writer;
  writer.run([&] {
    png_set_IHDR(writer.png(), writer.info(), static_cast<png_uint_32>(image.columns),
                 static_cast<png_uint_32>(image.rows), bits,
                 color_types[static_cast<std::size_t>(image.channels - 1)], PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(writer.png(), writer.info());
  });
  std::vector<png_byte> line;
  for (std::size_t row = 0; row < static_cast<std::size_t>(image.rows); ++row) {
    round_samples(std::span(image.samples).subspan(row * row_samples, row_samples), bits, line);
    writer.run([&] { png_write_row(writer.png(), line.data()); });
  }
  writer.run([&] { png_write_end(writer.png(), nullptr); });
  return writer.take();
}

}  // namespace wpga
