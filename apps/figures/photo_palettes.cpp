#include "figures/photo_palettes.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "wpga/base/error.hpp"
#include "wpga/io/data_files.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/formats/images/image_file.hpp"
#include "wpga/io/input_file.hpp"
#include "wpga/io/reading/read_pictures.hpp"
#include "wpga/measures/resample.hpp"
#include "wpga/parallel/parallel_for.hpp"

namespace wpga {

namespace {

constexpr Index longest_side = 1200, crop_source = 480;  // pixels along the longer side
constexpr int crops_across = 5;

// Red, green and blue as they look on white paper.
Image on_paper(const Image& image) {
  Image colors{image.rows, image.columns, 3, {}};
  const auto step = static_cast<std::size_t>(image.channels);
  const int blue = image.has_color() ? 2 : 0;
  for (std::size_t at = 0; at < image.samples.size(); at += step) {
    const double alpha = image.has_alpha() ? image.samples[at + step - 1] : 1;
    for (const int channel : {0, blue / 2, blue})
      colors.samples.push_back(1 + alpha * (image.samples[at + static_cast<std::size_t>(channel)] - 1));
  }
  return colors;
}

Image crop(const Image& image, Index top, Index left, Index rows, Index columns) {
  Image part{rows, columns, image.channels, {}};
  for (Index r = 0; r < rows; ++r) {
    const auto begin = image.samples.begin() + ((top + r) * image.columns + left) * image.channels;
    part.samples.insert(part.samples.end(), begin, begin + columns * image.channels);
  }
  return part;
}

struct Piece {
  std::string name, label;
  Image image;
};

// Windows of half the size at 5 × 5 places: neighbours share three quarters of their pixels.
std::vector<Piece> crops_of(const Photo& photo) {
  std::vector<Piece> crops;
  const Image small = reduced(photo.image, crop_source);
  const Index rows = small.rows / 2, columns = small.columns / 2;
  for (Index i = 0; i < crops_across; ++i)
    for (Index j = 0; j < crops_across; ++j)
      crops.push_back({fmt::format("{} {}.{}", photo.name, i + 1, j + 1), photo.name,
                       crop(small, i * (small.rows - rows) / (crops_across - 1),
                            j * (small.columns - columns) / (crops_across - 1), rows, columns)});
  return crops;
}

MeasureFamily palettes_of(const std::vector<Piece>& pieces, std::uint64_t seed, const Execution& execution) {
  const PaletteOptions options;
  std::vector<Measure> palettes(pieces.size());
  Task task(execution, "palettes", static_cast<std::int64_t>(pieces.size()));
  parallel_for(execution, static_cast<std::int64_t>(pieces.size()), [&](std::int64_t i) {
    const auto place = static_cast<std::size_t>(i);
    palettes[place] = palette_of(pieces[place].image, options, seed, place).measure;
    task.advance();
  });
  MeasureFamily family(palette_space(options));
  for (std::size_t i = 0; i < pieces.size(); ++i)
    family.append(palettes[i].view(), pieces[i].name, pieces[i].label);
  return family;
}

}  // namespace

Image reduced(const Image& image, Index side) {
  if (std::max(image.rows, image.columns) <= side) return image;
  return resample(image, wanted_size({image.rows, image.columns}, std::to_string(side)));
}

std::vector<Photo> read_photos(const FigureOptions& options, const Execution& execution) {
  const std::string folder = options.photos.empty() ? default_photos : options.photos;
  require(is_folder(folder),
          options.photos.empty()
              ? "photos are needed: name a folder by --photos, or install Debian's package mate-backgrounds"
              : fmt::format("{}: no folder of photos", folder));
  const std::vector<std::string> arguments = {folder};
  std::vector<Photo> photos;
  for (const DataFile& file : find_data_files(arguments)) {
    check_stop(execution);
    const std::vector<std::byte> bytes = read_file(file.path);
    if (!looks_like_image(bytes)) continue;
    try {
      photos.push_back({file.name, reduced(on_paper(decode_image(bytes)), longest_side)});
    } catch (const InputError& error) {
      rethrow_at(file.path.string(), error);
    }
  }
  require(photos.size() >= 3, fmt::format("{}: three photos at least are needed", folder));
  return photos;
}

MeasureFamily palette_family(const std::vector<Photo>& photos, const FigureOptions& options,
                             const Execution& execution) {
  if (!options.photos.empty()) return whole_palettes(photos, options, execution);
  std::vector<Piece> pieces;
  for (const Photo& photo : photos)
    for (Piece& piece : crops_of(photo)) pieces.push_back(std::move(piece));
  return palettes_of(pieces, options.seed, execution);
}

MeasureFamily whole_palettes(const std::vector<Photo>& photos, const FigureOptions& options,
                             const Execution& execution) {
  std::vector<Piece> pieces;
  for (const Photo& photo : photos)
    pieces.push_back({photo.name, photo.name, reduced(photo.image, crop_source)});
  return palettes_of(pieces, options.seed, execution);
}

}  // namespace wpga
