#include "wpga/io/formats/images/pnm_image.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "wpga/base/error.hpp"
#include "wpga/io/formats/images/image_size.hpp"

namespace wpga {

namespace {

constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

struct PnmHeader {
  char kind = 0;  // '1' … '7'
  std::uint64_t rows = 0, columns = 0;
  std::uint64_t channels = 1;
  std::uint64_t largest = 1;
};

// Walks over the text of a header; '#' begins a comment that ends with the line.
class Scanner {
 public:
  explicit Scanner(std::span<const std::byte> bytes)
      : text_(reinterpret_cast<const char*>(bytes.data()), bytes.size()) {}

  std::string_view rest() const { return text_.substr(at_); }
  void skip(std::size_t count) { at_ += count; }

  void skip_space() {
    while (at_ < text_.size() && (is_space(text_[at_]) || text_[at_] == '#')) {
      if (text_[at_] == '#')
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      else
        ++at_;
    }
  }

  std::string_view word() {
    skip_space();
    const std::size_t start = at_;
    while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }

  std::uint64_t number(std::string_view what) {
    skip_space();
    const std::size_t start = at_;
    std::uint64_t value = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && at_ - start < 18; ++at_)
      value = 10 * value + static_cast<std::uint64_t>(text_[at_] - '0');
    if (at_ == start) {
      if (at_ == text_.size()) throw InputError(fmt::format("the file ends before {}", what));
      throw InputError(fmt::format("byte {} should begin {}, but is no digit", at_ + 1, what));
    }
    return value;
  }

  // The single white space between a header and binary samples.
  void end_header() {
    require(at_ < text_.size() && is_space(text_[at_]), "its header does not end with a white space");
    ++at_;
  }

  // A sample of P1 is one digit, with or without space around it.
  bool bit() {
    skip_space();
    require(at_ < text_.size(), "the file ends before the last pixel");
    const char digit = text_[at_++];
    if (digit != '0' && digit != '1') throw InputError(fmt::format("byte {} should be a pixel, 0 or 1", at_));
    return digit == '1';
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

PnmHeader read_plain_header(Scanner& scanner, char kind) {
  PnmHeader header{.kind = kind};
  header.columns = scanner.number("the width");
  header.rows = scanner.number("the height");
  header.channels = kind == '3' || kind == '6' ? 3 : 1;
  if (kind != '1' && kind != '4') header.largest = scanner.number("the largest value");
  if (kind >= '4') scanner.end_header();
  return header;
}

PnmHeader read_pam_header(Scanner& scanner) {
  PnmHeader header{.kind = '7', .channels = 0, .largest = 0};
  for (std::string_view key = scanner.word(); key != "ENDHDR"; key = scanner.word()) {
    if (key == "WIDTH")
      header.columns = scanner.number("the width");
    else if (key == "HEIGHT")
      header.rows = scanner.number("the height");
    else if (key == "DEPTH")
      header.channels = scanner.number("the depth");
    else if (key == "MAXVAL")
      header.largest = scanner.number("the largest value");
    else if (key == "TUPLTYPE")
      scanner.word();  // the depth says as much
    else
      throw InputError(
          "its PAM header has a line other than WIDTH, HEIGHT, DEPTH, MAXVAL, TUPLTYPE and ENDHDR");
  }
  scanner.end_header();
  if (header.channels < 1 || header.channels > 4)
    throw InputError(
        fmt::format("it is a PAM file of depth {}; a picture has 1 to 4 channels", header.channels));
  return header;
}

PnmHeader read_header(Scanner& scanner) {
  const char kind = scanner.rest()[1];
  scanner.skip(2);
  const PnmHeader header = kind == '7' ? read_pam_header(scanner) : read_plain_header(scanner, kind);
  if (header.largest < 1 || header.largest > 65535)
    throw InputError(fmt::format("its largest value is {}; it must lie between 1 and 65535", header.largest));
  check_image_size(header.rows, header.columns, header.channels);
  return header;
}

// The fewest bytes that hold the samples, exact for the binary kinds.
std::uint64_t sample_bytes(const PnmHeader& header) {
  const std::uint64_t samples = header.rows * header.columns * header.channels;
  if (header.kind == '4') return header.rows * ((header.columns + 7) / 8);
  if (header.kind == '1') return samples;
  if (header.kind == '2' || header.kind == '3') return 2 * samples - 1;
  return header.largest > 255 ? 2 * samples : samples;
}

void append_sample(std::uint64_t value, const PnmHeader& header, std::vector<double>& samples) {
  if (value > header.largest)
    throw InputError(fmt::format("sample {} is {}, above the largest value {} of its header",
                                 samples.size() + 1, value, header.largest));
  samples.push_back(static_cast<double>(value) / static_cast<double>(header.largest));
}

void read_bits(Scanner& scanner, const PnmHeader& header, std::vector<double>& samples) {
  const std::string_view raster = scanner.rest();
  const std::uint64_t row_bytes = (header.columns + 7) / 8;
  for (std::uint64_t row = 0; row < header.rows; ++row)
    for (std::uint64_t column = 0; column < header.columns; ++column) {
      const auto eight = static_cast<unsigned char>(raster[row * row_bytes + column / 8]);
      samples.push_back((eight >> (7 - column % 8) & 1) != 0 ? 0 : 1);
    }
}

void read_binary(Scanner& scanner, const PnmHeader& header, std::vector<double>& samples) {
  const std::string_view raster = scanner.rest().substr(0, sample_bytes(header));
  const auto byte = [&](std::size_t at) {
    return static_cast<std::uint64_t>(static_cast<unsigned char>(raster[at]));
  };
  if (header.largest <= 255)
    for (std::size_t at = 0; at < raster.size(); ++at) append_sample(byte(at), header, samples);
  else
    for (std::size_t at = 0; at < raster.size(); at += 2)
      append_sample(byte(at) << 8 | byte(at + 1), header, samples);
}

std::vector<double> read_samples(Scanner& scanner, const PnmHeader& header) {
  const std::uint64_t needed = sample_bytes(header);
  if (scanner.rest().size() < needed)
    throw InputError(
        fmt::format("its header promises {} × {} pixels, which need at least {} bytes, but {} follow",
                    header.columns, header.rows, needed, scanner.rest().size()));
  const std::size_t count = header.rows * header.columns * header.channels;
  std::vector<double> samples;
  samples.reserve(count);
  switch (header.kind) {
    case '1':
      while (samples.size() < count) samples.push_back(scanner.bit() ? 0 : 1);
      break;
    case '2':
    case '3':
      while (samples.size() < count) append_sample(scanner.number("the last pixel"), header, samples);
      break;
    case '4':
      read_bits(scanner, header, samples);
      break;
    default:
      read_binary(scanner, header, samples);
      break;
  }
  if (header.kind >= '4') scanner.skip(needed);
  return samples;
}

bool begins_picture(std::string_view text) {
  return text.size() >= 3 && text[0] == 'P' && text[1] >= '1' && text[1] <= '7' &&
         (is_space(text[2]) || text[2] == '#');
}

}  // namespace

bool looks_like_pnm(std::span<const std::byte> bytes) { return begins_picture(Scanner(bytes).rest()); }

Image decode_pnm(std::span<const std::byte> bytes) {
  require(looks_like_pnm(bytes), "it does not begin like a PBM, PGM, PPM or PAM file");
  Scanner scanner(bytes);
  const PnmHeader header = read_header(scanner);
  Image image{static_cast<Index>(header.rows), static_cast<Index>(header.columns),
              static_cast<int>(header.channels), read_samples(scanner, header)};
  scanner.skip_space();
  require(!begins_picture(scanner.rest()), "it holds several pictures; save each as a file of its own");
  return image;
}

}  // namespace wpga
