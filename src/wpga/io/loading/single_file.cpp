#include "wpga/io/loading/single_file.hpp"

#include <utility>

#include "wpga/base/error.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/formats/clouds/ply_file.hpp"
#include "wpga/io/formats/clouds/xyz_file.hpp"
#include "wpga/io/formats/images/image_file.hpp"
#include "wpga/io/loading/file_format.hpp"
#include "wpga/io/reading/read_events.hpp"
#include "wpga/io/reading/read_pictures.hpp"

namespace wpga {

namespace {

OneMeasure read_image(const Image& image, const SingleFileSetting& setting, std::size_t position) {
  const LoadOptions& options = setting.options;
  const bool shape = setting.image_kind ? *setting.image_kind == Kind::shape  // a pipe decides for itself
                                        : options.read.as == Kind::shape || !is_colorful(image);
  if (shape) return {shape_measure(image, options.shape), shape_space(image, options.shape)};
  Quantization palette = palette_of(image, options.palette, options.seed, position);
  return {std::move(palette.measure), palette_space(options.palette), palette.inertia};
}

OneMeasure read_cloud(Cloud cloud, const LoadOptions& options, std::size_t position) {
  require(!options.read.as || *options.read.as == Kind::points, "a point cloud can only be read as points");
  return {reduced_cloud(std::move(cloud), options, position),
          Space{.kind = Kind::points, .grid = {}, .axes = {}}};
}

OneMeasure read_fcs(Bytes bytes, const LoadOptions& options, std::size_t position) {
  require(!options.read.as || *options.read.as == Kind::points,
          "events of a cytometer can only be read as points");
  Events events = read_events(bytes, options);
  return {.measure = sampled_cloud(std::move(events.cloud), options, position),
          .space = std::move(events.space),
          .events = true,
          .notes = std::move(events.notes)};
}

}  // namespace

std::optional<OneMeasure> read_single(const std::filesystem::path& path, const SingleFileSetting& setting,
                                      std::size_t position) {
  const std::vector<std::byte> bytes = contents_of(path);
  switch (format_of(bytes, path)) {
    case Format::image:
      return read_image(decode_image(bytes), setting, position);
    case Format::ply:
      return read_cloud(decode_ply(bytes), setting.options, position);
    case Format::xyz:
      return read_cloud(decode_xyz(text_of(Bytes(bytes))), setting.options, position);
    case Format::fcs:
      return read_fcs(bytes, setting.options, position);
    default:  // its own door reads it again
      require(is_file(path),
              "what comes from a pipe can be read only once, and this is no single image or cloud; save it "
              "to a file first");
      return std::nullopt;
  }
}

}  // namespace wpga
