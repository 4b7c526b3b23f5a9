#include "wpga/measures/from_image.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "wpga/base/error.hpp"
#include "wpga/measures/color.hpp"

namespace wpga {

namespace {

double grey_of(const double* pixel, bool color, Grey grey) {
  if (color) {
    const ColorVector srgb{pixel[0], pixel[1], pixel[2]};
    return grey == Grey::linear ? luminance(srgb) : luma(srgb);
  }
  return grey == Grey::linear ? linear_from_srgb(*pixel) : *pixel;
}

Image grey_times_alpha(const Image& image, const ShapeOptions& options) {
  Image weights{image.rows, image.columns, 1, {}};
  weights.samples.reserve(static_cast<std::size_t>(image.rows * image.columns));
  for (auto pixel = image.samples.begin(); pixel != image.samples.end(); pixel += image.channels) {
    const double grey = grey_of(&*pixel, image.has_color(), options.grey);
    require(!options.invert || !(grey > 1),
            "it has intensities above 1, which `invert` would make negative; scale it to 0…1 first");
    const double intensity = options.invert ? 1 - grey : grey;
    weights.samples.push_back(image.has_alpha() ? intensity * pixel[image.channels - 1] : intensity);
  }
  return weights;
}

// Where entry `flat` lies, counted from 1 as a person does.
std::string place_words(Index flat, std::span<const Index> shape) {
  if (shape.size() == 2) return fmt::format("row {}, column {}", flat / shape[1] + 1, flat % shape[1] + 1);
  std::vector<Index> place(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0; flat /= shape[axis]) place[axis] = flat % shape[axis] + 1;
  return fmt::format("entry ({})", fmt::join(place, ", "));
}

bool is_weight(double value) { return value >= 0 && value <= std::numeric_limits<double>::max(); }

// The number of positive entries, all of which must be weights.
Index count_atoms(std::span<const double> values, std::span<const Index> shape) {
  Index atoms = 0;
  bool sound = true;
  for (const double value : values) {
    atoms += value > 0;
    sound &= is_weight(value);
  }
  if (sound) return atoms;
  const auto bad = std::ranges::find_if_not(values, is_weight);
  throw InputError(fmt::format("the weight at {} is {}; weights must be finite and at least 0",
                               place_words(bad - values.begin(), shape), *bad));
}

// Moves to the next line of the last axis; `point` holds centres, x first.
void advance_line(std::span<const Index> shape, Vector& point) {
  for (Index axis = 1; axis < point.size(); ++axis) {
    const auto extent = static_cast<double>(shape[shape.size() - 1 - static_cast<std::size_t>(axis)]);
    point[axis] += 1;
    if (point[axis] < extent) return;
    point[axis] = 0.5;
  }
}

// Divides by the total as make_measure does: a total within rounding of one is left alone, and no sum
// overflows.
void normalise(Vector& weights) {
  require(weights.size() > 0, "it has no mass: every weight is zero");
  const double largest = weights.maxCoeff();
  const double scaled_total = (weights / largest).sum();
  if (std::abs(scaled_total * largest - 1) > 1e-12) weights = (weights / largest) / scaled_total;
}

bool has_mass(const Image& weights) {
  return std::ranges::any_of(weights.samples, [](double weight) { return weight > 0; });
}

void apply_threshold(Image& weights, double threshold) {
  const bool had_mass = has_mass(weights);
  for (double& weight : weights.samples)
    if (weight <= threshold) weight = 0;
  require(!had_mass || has_mass(weights),
          fmt::format("no pixel is brighter than the `threshold` of {:g}; lower it", threshold));
}

}  // namespace

Image shape_weights(const Image& image, const ShapeOptions& options) {
  validate(options);
  Image weights = grey_times_alpha(image, options);
  const std::array<Index, 2> shape = {weights.rows, weights.columns};
  count_atoms(weights.samples, shape);
  const GridSize size = wanted_size({weights.rows, weights.columns}, options.resize);
  if (size != GridSize{weights.rows, weights.columns}) weights = resample(weights, size);
  if (options.threshold > 0) apply_threshold(weights, options.threshold);
  return weights;
}

Measure shape_measure(const Image& image, const ShapeOptions& options) {
  const Image weights = shape_weights(image, options);
  const std::array<Index, 2> shape = {weights.rows, weights.columns};
  return grid_measure(weights.samples, shape);
}

Measure grid_measure(std::span<const double> values, std::span<const Index> shape) {
  require(!shape.empty(), "an array needs at least one axis to be a measure");
  Index entries = 1;
  for (const Index extent : shape) entries *= extent;
  require(entries == static_cast<Index>(values.size()),
          fmt::format("{} values do not fill an array of shape ({})", values.size(), fmt::join(shape, ", ")));
  const Index atoms = count_atoms(values, shape);
  const auto dimension = static_cast<Index>(shape.size());
  const Index line = shape.back();

  Measure measure{Matrix(dimension, atoms), Vector(atoms)};
  Vector point = Vector::Constant(dimension, 0.5);
  Index atom = 0;
  for (Index start = 0; start < entries; start += line, advance_line(shape, point))
    for (Index i = 0; i < line; ++i) {
      const double value = values[static_cast<std::size_t>(start + i)];
      if (!(value > 0)) continue;
      point[0] = static_cast<double>(i) + 0.5;
      measure.points.col(atom) = point;
      measure.weights[atom++] = value;
    }
  normalise(measure.weights);
  return measure;
}

}  // namespace wpga
