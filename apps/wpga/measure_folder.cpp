#include "measure_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/csv_text.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/formats/images/png_image.hpp"
#include "wpga/io/output_file.hpp"
#include "wpga/io/pending_output.hpp"
#include "wpga/parallel/parallel_for.hpp"
#include "wpga/report/frames/frames.hpp"
#include "wpga/report/raster.hpp"

namespace wpga {

namespace {

namespace fs = std::filesystem;

bool is_picture(const Space& space) {
  return space.kind == Kind::shape && space.grid.size() == 2 && space.grid[0] > 0 && space.grid[1] > 0;
}

// White where the heaviest pixel is: the image itself where atoms are pixels, bells around them elsewhere.
Image image_of(const MeasureView& shape, const std::vector<std::int64_t>& extents) {
  const PixelGrid grid{.rows = extents[0], .columns = extents[1]};
  const Matrix masses = lies_on(shape, grid) ? histogram(shape, grid) : splat(shape, grid, 1.0);
  const double heaviest = std::max(masses.maxCoeff(), 1e-300);
  Image image{.rows = grid.rows, .columns = grid.columns, .channels = 1, .samples = {}};
  for (Index row = 0; row < grid.rows; ++row)
    for (Index column = 0; column < grid.columns; ++column)
      image.samples.push_back(masses(row, column) / heaviest);
  return image;
}

// File systems take 255 bytes; a number and an extension follow.
constexpr std::size_t longest_file_name = 200;

// A name for each file, no two the same.
std::vector<std::string> file_names(const MeasureFamily& family) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  std::map<std::string, int> copies;  // of each name so far
  for (const std::string& name : family.names()) {
    std::string plain = shortened(displayed(name), longest_file_name);
    std::ranges::replace(plain, '/', '_');
    if (plain.empty() || plain.starts_with('.')) plain = "_" + plain;
    std::string file = plain;
    while (!taken.insert(file).second) file = fmt::format("{}_{}", plain, ++copies[plain] + 1);
    names.push_back(file);
  }
  return names;
}

void write_measures(const MeasureFamily& family, const fs::path& folder, const FileRoles& roles,
                    const Execution& execution) {
  const Space& space = family.space();
  const bool pictures = is_picture(space);
  std::vector<std::string> names = file_names(family);
  for (std::string& name : names) name += pictures ? ".png" : ".csv";
  roles.check_inside(folder, names);
  Task task(execution, "writing", family.count());
  parallel_for(execution, family.count(), [&](std::int64_t i) {
    const fs::path path = folder / names[static_cast<std::size_t>(i)];
    const MeasureView view = family[i];
    const std::vector<Measure> measures = in_data_units(std::span(&view, 1), space);
    if (pictures)
      write_file(path, encode_png(image_of(measures[0].view(), space.grid), 16));
    else
      write_file(path, csv_text(measures[0].view(), space.axes));
    task.advance();
  });
}

}  // namespace

void fill_folder(const std::string& output, const std::function<void(const fs::path&)>& write) {
  if (!writes_files()) return;
  const fs::path path(output), folder = path.has_filename() ? path : path.parent_path();
  if (is_folder(folder)) return write(folder);
  const PendingFolder pending(folder);
  write(pending.path());
  pending.place();
}

void write_folder(const MeasureFamily& family, const std::string& output, const FileRoles& roles,
                  const Execution& execution) {
  fill_folder(output, [&](const fs::path& folder) { write_measures(family, folder, roles, execution); });
}

void require_writable_output(const std::string& output, bool one_file) {
  if (!one_file && is_folder(output)) return;
  const fs::path path(output), place = path.has_filename() ? path : path.parent_path();
  if (!one_file && is_there(place))
    throw InputError(fmt::format("{} is no folder, and one is needed; choose another name", output));
  require_writable(place);
}

}  // namespace wpga
