#include "wpga/io/reading/read_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"
#include "wpga/io/formats/tables/table_cells.hpp"
#include "wpga/io/reading/table_measures.hpp"
#include "wpga/measures/color.hpp"
#include "wpga/measures/drawn_pixels.hpp"

namespace wpga {

namespace {

ColorVector color_at(const Image& image, Index row, Index column) {
  if (!image.has_color()) return ColorVector::Constant(image.at(row, column, 0));
  return {image.at(row, column, 0), image.at(row, column, 1), image.at(row, column, 2)};
}

// Fractions that somebody forgot to divide would lie far outside the cube of colours.
void require_in_cube(const ColorVector& color) {
  const double rounding = 1e-6, low = color.minCoeff(), high = color.maxCoeff();
  if (low >= -rounding && high <= 1 + rounding) return;
  throw InputError(fmt::format(
      "it has the colour value {:.6g}, but fractions go from 0, black, to 1, white; divide by what "
      "is white, or make them 8 bits (white is 255) or 16 bits (65535)",
      low < -rounding ? low : high));
}

Cloud pixel_cloud(const Image& image, ColorSpace space, Index most, const Random& random) {
  const std::vector<Index> drawn = drawn_pixels(image, most, random);
  require(
      !drawn.empty(),
      "every pixel is transparent, so that it has no colours; save it without transparency (alpha) to use "
      "the colours beneath");
  Cloud cloud{Matrix(3, std::ssize(drawn)), Vector(std::ssize(drawn))};
  for (std::size_t k = 0; k < drawn.size(); ++k) {
    const Index row = drawn[k] / image.columns, column = drawn[k] % image.columns;
    const ColorVector color = color_at(image, row, column);
    if (color.allFinite()) require_in_cube(color);
    const auto at = static_cast<Index>(k);
    cloud.points.col(at) = space == ColorSpace::lab ? lab_from_srgb(color) : color;
    cloud.weights[at] = image.has_alpha() ? image.at(row, column, image.channels - 1) : 1.0;
  }
  return cloud;
}

}  // namespace

bool is_colorful(const Image& image) {
  if (!image.has_color()) return false;
  const double tolerance = 4.0 / 255;
  for (Index row = 0; row < image.rows; ++row)
    for (Index column = 0; column < image.columns; ++column) {
      const ColorVector color = color_at(image, row, column);
      if (color.maxCoeff() - color.minCoeff() > tolerance) return true;
    }
  return false;
}

Space shape_space(const Image& image, const ShapeOptions& options) {
  const GridSize size = wanted_size({image.rows, image.columns}, options.resize);
  return {.kind = Kind::shape, .grid = {size.rows, size.columns}, .axes = {"x", "y"}};
}

Space palette_space(const PaletteOptions& options) {
  if (options.color_space == ColorSpace::lab)
    return {.kind = Kind::palette, .grid = {}, .axes = {"L", "a", "b"}};
  return {.kind = Kind::palette, .grid = {}, .axes = {"red", "green", "blue"}};
}

Quantization palette_of(const Image& image, const PaletteOptions& options, std::uint64_t seed,
                        std::uint64_t stream) {
  const Random random(seed, stream);
  const Index most = options.pixels == 0 ? 0 : most_palette_pixels;
  const Cloud pixels = pixel_cloud(image, options.color_space, most, random);
  return quantize(pixels.points, pixels.weights, random,
                  {.colors = options.colors.value_or(default_colors), .sample = options.pixels});
}

Measure with_fewer_atoms(Measure measure, const LoadOptions& options, std::uint64_t stream) {
  if (!options.palette.colors || measure.size() <= *options.palette.colors) return measure;
  return quantize(measure.points, measure.weights, Random(options.seed, stream),
                  {.colors = *options.palette.colors})
      .measure;
}

Measure reduced_cloud(Cloud cloud, const LoadOptions& options, std::uint64_t stream) {
  transform_rows(cloud.points,
                 transforms_of_axes(options.table.transform, static_cast<std::size_t>(cloud.points.rows())));
  return sampled_cloud(std::move(cloud), options, stream);
}

void transform_rows(Matrix& points, std::span<const ColumnTransform> transforms) {
  for (Index d = 0; d < points.rows(); ++d) {
    const ColumnTransform& transform = transforms[static_cast<std::size_t>(d)];
    if (transform.kind == Transform::none) continue;
    for (Index k = 0; k < points.cols(); ++k) {
      const std::optional<double> moved = transformed(points(d, k), transform);
      require(moved.has_value(),
              fmt::format("the coordinate {} has no logarithm; use `transform` asinh", points(d, k)));
      points(d, k) = *moved;
    }
  }
}

Measure sampled_cloud(Cloud cloud, const LoadOptions& options, std::uint64_t stream) {
  if (options.table.sample > 0 && cloud.points.cols() > options.table.sample) {
    const std::vector<Index> rows =
        sampled_rows(cloud.points.cols(), options.table.sample, options.seed, stream);
    cloud = {Matrix(cloud.points(Eigen::all, rows)), Vector(cloud.weights(rows))};
  }
  return with_fewer_atoms(make_measure(cloud.points, cloud.weights), options, stream);
}

}  // namespace wpga
