#include "wpga/io/formats/images/tiff_image.hpp"

#include <fmt/format.h>
#include <tiffio.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>

#include "wpga/base/error.hpp"
#include "wpga/io/formats/images/image_size.hpp"
#include "wpga/io/formats/images/orientation.hpp"
#include "wpga/io/formats/images/tiff_blocks.hpp"
#include "wpga/io/formats/images/tiff_samples.hpp"

namespace wpga {

namespace {

// ---- A file in memory, and libtiff's complaints about it.

struct Source {
  std::span<const std::byte> bytes;
  std::uint64_t at = 0;
  std::array<char, 200> complaint{};  // the first one: the others follow from it
};

Source& source_of(thandle_t handle) { return *static_cast<Source*>(handle); }

tmsize_t read_source(thandle_t handle, void* out, tmsize_t count) {
  Source& source = source_of(handle);
  if (source.at >= source.bytes.size() || count <= 0) return 0;
  const auto wanted =
      std::min<std::uint64_t>(static_cast<std::uint64_t>(count), source.bytes.size() - source.at);
  std::memcpy(out, source.bytes.data() + source.at, wanted);
  source.at += wanted;
  return static_cast<tmsize_t>(wanted);
}

tmsize_t write_nothing(thandle_t, void*, tmsize_t) { return 0; }

toff_t seek_source(thandle_t handle, toff_t offset, int whence) {
  Source& source = source_of(handle);
  const std::uint64_t base = whence == SEEK_CUR ? source.at : whence == SEEK_END ? source.bytes.size() : 0;
  return source.at = base + offset;
}

int close_nothing(thandle_t) { return 0; }

toff_t size_of_source(thandle_t handle) { return source_of(handle).bytes.size(); }

int keep_complaint(TIFF*, void* user, const char*, const char* format, va_list arguments) {
  Source& source = *static_cast<Source*>(user);
  if (source.complaint[0] == '\0')
    std::vsnprintf(source.complaint.data(), source.complaint.size(), format, arguments);
  return 1;  // handled: nothing is printed
}

int ignore_warning(TIFF*, void*, const char*, const char*, va_list) { return 1; }

using Handle = std::unique_ptr<TIFF, decltype(&TIFFClose)>;

Handle open_source(Source& source) {
  const std::unique_ptr<TIFFOpenOptions, decltype(&TIFFOpenOptionsFree)> options(TIFFOpenOptionsAlloc(),
                                                                                 &TIFFOpenOptionsFree);
  TIFFOpenOptionsSetErrorHandlerExtR(options.get(), keep_complaint, &source);
  TIFFOpenOptionsSetWarningHandlerExtR(options.get(), ignore_warning, nullptr);
  TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), tmsize_t{1} << 31);
  // "m": read, do not map.
  return {TIFFClientOpenExt("picture", "rm", &source, read_source, write_nothing, seek_source, close_nothing,
                            size_of_source, nullptr, nullptr, options.get()),
          &TIFFClose};
}

[[noreturn]] void refuse(const Source& source) {
  const char* const reason =
      source.complaint[0] != '\0' ? source.complaint.data() : "its pixels cannot be read";
  throw InputError(fmt::format("it is not a whole TIFF file ({})", reason));
}

// ---- What the first directory says.

struct Layout {
  std::uint32_t rows = 0, columns = 0;
  std::uint16_t samples_per_pixel = 1;
  std::uint16_t photometric = PHOTOMETRIC_MINISBLACK;
  std::uint16_t orientation = ORIENTATION_TOPLEFT;
  bool separate_planes = false;
  SampleType type;
  bool known_format = true;  // false for complex numbers and the like
  std::optional<int> alpha;  // index of the sample
  bool premultiplied = false;

  bool direct() const {
    return photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE ||
           photometric == PHOTOMETRIC_RGB;
  }
  int colors() const { return photometric == PHOTOMETRIC_RGB ? 3 : 1; }
  int channels() const { return colors() + (alpha ? 1 : 0); }
};

template <class Value>
Value field(TIFF* tiff, std::uint32_t tag, Value otherwise) {
  Value value = otherwise;
  return TIFFGetFieldDefaulted(tiff, tag, &value) == 1 ? value : otherwise;
}

void read_sample_type(TIFF* tiff, Layout& layout) {
  layout.type.bits = field<std::uint16_t>(tiff, TIFFTAG_BITSPERSAMPLE, 1);
  switch (field<std::uint16_t>(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT)) {
    case SAMPLEFORMAT_UINT:
    case SAMPLEFORMAT_VOID:
      layout.type.format = SampleFormat::unsigned_integer;
      break;
    case SAMPLEFORMAT_INT:
      layout.type.format = SampleFormat::signed_integer;
      break;
    case SAMPLEFORMAT_IEEEFP:
      layout.type.format = SampleFormat::floating;
      break;
    default:
      layout.known_format = false;
  }
}

void find_alpha(TIFF* tiff, Layout& layout) {
  std::uint16_t count = 0;
  const std::uint16_t* kinds = nullptr;
  if (TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds) != 1) return;
  for (int extra = 0; extra < count; ++extra) {
    const int index = layout.samples_per_pixel - count + extra;
    if (kinds[extra] == EXTRASAMPLE_UNSPECIFIED || index < layout.colors()) continue;
    layout.alpha = index;
    layout.premultiplied = kinds[extra] == EXTRASAMPLE_ASSOCALPHA;
    return;
  }
}

Layout read_layout(TIFF* tiff) {
  Layout layout;
  layout.rows = field<std::uint32_t>(tiff, TIFFTAG_IMAGELENGTH, 0);
  layout.columns = field<std::uint32_t>(tiff, TIFFTAG_IMAGEWIDTH, 0);
  layout.samples_per_pixel = field<std::uint16_t>(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
  layout.orientation = field<std::uint16_t>(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  layout.separate_planes =
      field<std::uint16_t>(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == PLANARCONFIG_SEPARATE;
  // Some writers leave the colours to be guessed from the count of samples.
  layout.photometric = field<std::uint16_t>(
      tiff, TIFFTAG_PHOTOMETRIC, layout.samples_per_pixel >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK);
  read_sample_type(tiff, layout);
  find_alpha(tiff, layout);
  return layout;
}

// The best each compression can do, in bytes out for a byte in.
std::uint64_t largest_ratio(TIFF* tiff) {
  switch (field<std::uint16_t>(tiff, TIFFTAG_COMPRESSION, COMPRESSION_NONE)) {
    case COMPRESSION_NONE:
      return 1;
    case COMPRESSION_PACKBITS:
      return 64;
    case COMPRESSION_DEFLATE:
    case COMPRESSION_ADOBE_DEFLATE:
      return 1032;
    case COMPRESSION_LZW:
      return 2048;
    default:
      return 1 << 14;
  }
}

void check_promises(TIFF* tiff, const Layout& layout, std::uint64_t file_bytes) {
  check_image_size(layout.rows, layout.columns, layout.samples_per_pixel);
  const std::uint64_t ratio = largest_ratio(tiff);
  const std::uint64_t pixel_bits =
      layout.direct() ? std::uint64_t{layout.samples_per_pixel} * static_cast<std::uint64_t>(layout.type.bits)
                      : 1;
  check_expansion((layout.columns * pixel_bits + 7) / 8 * layout.rows, file_bytes, ratio);
  if (TIFFIsTiled(tiff) != 0) check_expansion(TIFFTileSize64(tiff), file_bytes, ratio);
  if (!layout.direct()) return;
  if (!layout.known_format || !can_unpack(layout.type))
    throw InputError(fmt::format(
        "its samples of {} bits are of a kind that is not read here; save it with 8 or 16 bits, or as float",
        layout.type.bits));
  if (layout.samples_per_pixel < layout.colors())
    throw InputError(
        "it claims to be red green blue with fewer than 3 samples per pixel; the file is damaged");
}

// ---- Grey and red green blue at full precision.

// Which channel of the picture each sample of a block becomes; -1 for none.
std::vector<int> channels_of_samples(const Layout& layout, std::uint16_t plane) {
  const auto channel_of = [&](int sample) {
    if (sample < layout.colors()) return sample;
    return layout.alpha == sample ? layout.colors() : -1;
  };
  if (layout.separate_planes) return {channel_of(plane)};
  std::vector<int> channels;
  for (int sample = 0; sample < layout.samples_per_pixel; ++sample) channels.push_back(channel_of(sample));
  return channels;
}

class BlockReader {
 public:
  BlockReader(TIFF* tiff, const Layout& layout) : tiff_(tiff), tiled_(TIFFIsTiled(tiff) != 0) {
    if (tiled_) {
      height_ = field<std::uint32_t>(tiff, TIFFTAG_TILELENGTH, 0);
      width_ = field<std::uint32_t>(tiff, TIFFTAG_TILEWIDTH, 0);
      row_bytes_ = TIFFTileRowSize64(tiff);
      capacity_ = TIFFTileSize64(tiff);
    } else {
      height_ = std::min(field<std::uint32_t>(tiff, TIFFTAG_ROWSPERSTRIP, layout.rows), layout.rows);
      width_ = layout.columns;
      row_bytes_ = TIFFScanlineSize64(tiff);
      capacity_ = row_bytes_ * height_;
    }
    const std::uint64_t pixel_bits = static_cast<std::uint64_t>(layout.type.bits) *
                                     (layout.separate_planes ? 1U : layout.samples_per_pixel);
    require(height_ > 0 && width_ > 0 && row_bytes_ >= (width_ * pixel_bits + 7) / 8 &&
                capacity_ >= row_bytes_ * height_,
            "its strips or tiles have no size; the file is damaged");
    buffer_ = std::make_unique_for_overwrite<std::byte[]>(capacity_);
  }

  std::uint32_t height() const { return height_; }
  std::uint32_t width() const { return width_; }
  std::uint64_t row_bytes() const { return row_bytes_; }

  // The bytes of a block, or nothing if libtiff could not decode all of it.  Valid until the next call.
  std::span<const std::byte> read(const Block& block, std::uint16_t plane) {
    const auto row = static_cast<std::uint32_t>(block.row), column = static_cast<std::uint32_t>(block.column);
    const std::uint64_t needed = row_bytes_ * (tiled_ ? height_ : static_cast<std::uint64_t>(block.rows));
    const tmsize_t count = tiled_ ? TIFFReadTile(tiff_, buffer_.get(), column, row, 0, plane)
                                  : TIFFReadEncodedStrip(tiff_, TIFFComputeStrip(tiff_, row, plane),
                                                         buffer_.get(), static_cast<tmsize_t>(needed));
    if (count < 0 || static_cast<std::uint64_t>(count) < needed) return {};
    return {buffer_.get(), needed};
  }

 private:
  TIFF* tiff_;
  bool tiled_;
  std::uint32_t height_ = 0, width_ = 0;
  std::uint64_t row_bytes_ = 0, capacity_ = 0;
  std::unique_ptr<std::byte[]> buffer_;
};

Image read_direct(TIFF* tiff, const Layout& layout, const Source& source) {
  Image image{layout.rows, layout.columns, layout.channels(), {}};
  const Index row_samples = image.columns * image.channels;
  image.samples.reserve(static_cast<std::size_t>(row_samples * image.rows));
  BlockReader reader(tiff, layout);
  const std::uint16_t planes = layout.separate_planes ? layout.samples_per_pixel : std::uint16_t{1};
  for (Index row = 0; row < image.rows; row += reader.height())
    for (Index column = 0; column < image.columns; column += reader.width())
      for (std::uint16_t plane = 0; plane < planes; ++plane) {
        const Block block{row, column, std::min<Index>(reader.height(), image.rows - row),
                          std::min<Index>(reader.width(), image.columns - column)};
        const std::span<const std::byte> bytes = reader.read(block, plane);
        if (bytes.empty()) refuse(source);
        // Memory is taken only as pixels arrive, whatever the header promised.
        const auto known = static_cast<std::size_t>(row_samples * (row + block.rows));
        image.samples.resize(std::max(image.samples.size(), known));
        const std::vector<int> channels = channels_of_samples(layout, plane);
        place_block(
            block,
            {bytes, reader.row_bytes(), layout.type, channels, layout.photometric == PHOTOMETRIC_MINISWHITE},
            image);
      }
  if (layout.premultiplied) make_unassociated(image);
  return image;
}

// ---- Everything else, as libtiff sees it in 8 bits.

Image read_converted(TIFF* tiff, const Layout& layout, const Source& source) {
  std::array<char, 1024> reason{};
  if (TIFFRGBAImageOK(tiff, reason.data()) == 0)
    throw InputError(fmt::format("its colours are not read here ({}); save it as RGB", reason.data()));
  // Turned upright later, by the same hand as all the others.
  TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  std::vector<std::uint32_t> raster(std::size_t{layout.rows} * layout.columns);
  if (TIFFReadRGBAImageOriented(tiff, layout.columns, layout.rows, raster.data(), ORIENTATION_TOPLEFT, 1) ==
      0)
    refuse(source);
  Image image{layout.rows, layout.columns, layout.alpha ? 4 : 3, {}};
  image.samples.reserve(raster.size() * static_cast<std::size_t>(image.channels));
  for (const std::uint32_t pixel : raster)
    for (int channel = 0; channel < image.channels; ++channel)
      image.samples.push_back((pixel >> (8 * channel) & 255) / 255.0);
  if (layout.alpha) make_unassociated(image);  // libtiff multiplies either kind
  return image;
}

// A side of 32 bits can be halved 31 times, each with a mask.
constexpr int most_copies = 64;

// Reduced copies (thumbnails, pyramids) and masks belong to the first page; anything else is another picture.
// Pages may share bytes of the file, which libtiff reads for each of them: their number is bounded.
void check_single_page(TIFF* tiff, const Source& source) {
  for (int copies = 0; TIFFLastDirectory(tiff) == 0; ++copies) {
    require(copies < most_copies,
            "it holds more than 64 reduced copies of the picture; save it without them");
    if (TIFFReadDirectory(tiff) == 0) refuse(source);
    const auto kind = field<std::uint32_t>(tiff, TIFFTAG_SUBFILETYPE, 0);
    require((kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) != 0,
            "it holds several pages; save each as a file of its own, or a stack of slices as .npy");
  }
}

}  // namespace

bool looks_like_tiff(std::span<const std::byte> bytes) {
  using std::string_view_literals::operator""sv;
  if (bytes.size() < 4) return false;
  const std::string_view magic(reinterpret_cast<const char*>(bytes.data()), 4);
  return magic == "II*\0"sv || magic == "MM\0*"sv || magic == "II+\0"sv || magic == "MM\0+"sv;
}

Image decode_tiff(std::span<const std::byte> bytes) {
  require(looks_like_tiff(bytes), "it does not begin like a TIFF file");
  Source source{bytes};
  const Handle tiff = open_source(source);
  if (!tiff) refuse(source);
  const Layout layout = read_layout(tiff.get());
  check_promises(tiff.get(), layout, bytes.size());
  Image image =
      layout.direct() ? read_direct(tiff.get(), layout, source) : read_converted(tiff.get(), layout, source);
  check_single_page(tiff.get(), source);
  return upright(std::move(image), layout.orientation);
}

}  // namespace wpga
