#include "wpga/io/formats/images/image_file.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "wpga/base/error.hpp"
#include "wpga/io/formats/images/jpeg_image.hpp"
#include "wpga/io/formats/images/png_image.hpp"
#include "wpga/io/formats/images/pnm_image.hpp"
#include "wpga/io/formats/images/tiff_image.hpp"

namespace wpga {

namespace {

struct Codec {
  bool (*recognises)(std::span<const std::byte>);
  Image (*decode)(std::span<const std::byte>);
};

constexpr std::array<Codec, 4> codecs = {{{looks_like_png, decode_png},
                                          {looks_like_jpeg, decode_jpeg},
                                          {looks_like_tiff, decode_tiff},
                                          {looks_like_pnm, decode_pnm}}};

// Pictures people have and we do not read.
struct Stranger {
  std::string_view name;
  std::size_t at;
  std::string_view magic;
};

constexpr std::array<Stranger, 5> strangers = {{{"GIF", 0, "GIF8"},
                                                {"BMP", 0, "BM"},
                                                {"WebP", 8, "WEBP"},
                                                {"HEIC or AVIF", 4, "ftyp"},
                                                {"SVG", 0, "<svg"}}};

}  // namespace

bool looks_like_image(std::span<const std::byte> bytes) {
  for (const Codec& codec : codecs)
    if (codec.recognises(bytes)) return true;
  return false;
}

Image decode_image(std::span<const std::byte> bytes) {
  require(!bytes.empty(), "it is empty");
  for (const Codec& codec : codecs)
    if (codec.recognises(bytes)) return codec.decode(bytes);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  for (const Stranger& stranger : strangers)
    if (text.size() > stranger.at && text.substr(stranger.at).starts_with(stranger.magic))
      throw InputError(
          fmt::format("it is a {} picture, which is not read here; convert it to PNG", stranger.name));
  throw InputError("it is no picture: its first bytes are not those of a PNG, JPEG, TIFF or PNM file");
}

}  // namespace wpga
