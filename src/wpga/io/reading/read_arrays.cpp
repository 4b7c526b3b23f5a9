#include "wpga/io/reading/read_arrays.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "wpga/base/error.hpp"
#include "wpga/io/formats/arrays/idx_file.hpp"
#include "wpga/io/formats/arrays/npy_file.hpp"
#include "wpga/io/reading/read_pictures.hpp"
#include "wpga/io/reading/read_ragged.hpp"
#include "wpga/parallel/shared_for.hpp"

namespace wpga {

namespace {

// A stack of samples along the first axis, with what the file says about them.
struct Stack {
  NumericArray values;
  std::vector<std::string> labels;      // one for each sample, or none
  std::optional<NumericArray> support;  // histograms: where the bins are
  bool colors = false;                  // the last axis holds the channels of pictures
  std::string prefix;
  std::string default_label;
};

std::string label_of(const Stack& stack, Index i) {
  return stack.labels.empty() ? stack.default_label : stack.labels[static_cast<std::size_t>(i)];
}

// Makes and adds the samples that are wanted, a block at a time: make(i) is called in parallel and gives a
// Measure.
template <class Make>
void add_samples(const Stack& stack, const Execution& execution, FamilyBuilder& builder, const Make& make) {
  const Index count = stack.values.rows(), block = 2048;
  Task task(execution, "reading", count);
  for (Index first = 0; first < count && !builder.full(); first += block) {
    const Index here = std::min(block, count - first);
    std::vector<Measure> measures(static_cast<std::size_t>(here));
    const auto make_one = [&](int&, std::int64_t j) {
      const Index i = first + j;
      if (!builder.wants(label_of(stack, i))) return;
      try {
        measures[static_cast<std::size_t>(j)] = make(i);
      } catch (const InputError& error) {
        rethrow_at(fmt::format("sample {}", i), error);
      }
    };
    shared_for(
        execution, here, [] { return 0; }, make_one,
        [&](Parcel& parcel, std::int64_t j) {
          Measure& measure = measures[static_cast<std::size_t>(j)];
          parcel(measure.points, measure.weights);
        });
    for (Index j = 0; j < here; ++j)
      if (const Measure& measure = measures[static_cast<std::size_t>(j)]; measure.size() > 0)
        builder.add(measure.view(), stack.prefix + std::to_string(first + j), label_of(stack, first + j));
    task.advance(here);
  }
}

std::vector<double> row_of(const NumericArray& array, Index i) {
  std::vector<double> row(static_cast<std::size_t>(array.row_size()));
  array.row(i, row);
  return row;
}

// What counts as white: the largest value of the type, so that no picture depends on the others.  Of 32 and
// 64 bits nobody uses them all, and what white is cannot be known.
std::optional<double> white_of(ElementType type) {
  switch (type) {
    case ElementType::u8:
      return std::numeric_limits<std::uint8_t>::max();
    case ElementType::i8:
      return std::numeric_limits<std::int8_t>::max();
    case ElementType::u16:
      return std::numeric_limits<std::uint16_t>::max();
    case ElementType::i16:
      return std::numeric_limits<std::int16_t>::max();
    case ElementType::boolean:
    case ElementType::f16:
    case ElementType::f32:
    case ElementType::f64:
      return 1;
    default:
      return std::nullopt;
  }
}

// Of a picture with one channel, or with those of its last axis.
Image picture_of(const Stack& stack, Index i, double white) {
  const NumericArray& array = stack.values;
  Image image{.rows = array.shape[1],
              .columns = array.shape[2],
              .channels = stack.colors ? static_cast<int>(array.shape[3]) : 1,
              .samples = row_of(array, i)};
  for (double& sample : image.samples) sample /= white;
  return image;
}

double known_white(const NumericArray& array) {
  const std::optional<double> white = white_of(array.type);
  require(
      white.has_value(),
      fmt::format("whole numbers of {} bits do not say what white is; make them 8 bits (white is 255), 16 "
                  "bits (65535), or fractions from 0 to 1",
                  8 * size_of(array.type)));
  return *white;
}

// Pixels as they are.
void add_grids(const Stack& stack, const Execution& execution, FamilyBuilder& builder) {
  const std::vector<Index> grid(stack.values.shape.begin() + 1, stack.values.shape.end());
  Space space{.kind = Kind::shape, .grid = {grid.begin(), grid.end()}};
  space.axes =
      grid.size() == 2 ? std::vector<std::string>{"x", "y"} : std::vector<std::string>{"x", "y", "z"};
  builder.enter(space);
  builder.saw_picture(space.grid);
  if (grid.size() == 3 && (grid[2] == 3 || grid[2] == 4))
    builder.note(fmt::format("reading {} as volumes; if the last axis holds colours, use `as` palette",
                             shape_words(stack.values.shape)));
  add_samples(stack, execution, builder,
              [&](Index i) { return grid_measure(row_of(stack.values, i), grid); });
}

void add_shapes(const Stack& stack, const LoadOptions& options, const Execution& execution,
                FamilyBuilder& builder) {
  builder.seen().shapes = true;
  const ShapeOptions& shape = options.shape;
  const bool scale_matters = shape.invert || shape.threshold != 0 || shape.grey != Grey::plain;
  const bool plain = !scale_matters && shape.resize.empty();
  const bool volume = !stack.colors && stack.values.rank() != 3;
  require(plain || !volume, "`invert`, `threshold`, `resize` and `grey` work on images, (N, rows, columns)");
  if (volume || (plain && !stack.colors)) return add_grids(stack, execution, builder);
  const double white = scale_matters ? known_white(stack.values) : white_of(stack.values.type).value_or(1);
  const Space space = shape_space(picture_of(stack, 0, white), shape);
  builder.enter(space);
  builder.saw_picture(space.grid);
  add_samples(stack, execution, builder,
              [&](Index i) { return shape_measure(picture_of(stack, i, white), shape); });
}

void add_palettes(Stack& stack, const LoadOptions& options, const Execution& execution,
                  FamilyBuilder& builder) {
  const NumericArray& values = stack.values;
  require(values.rank() == 4 && (values.shape[3] == 3 || values.shape[3] == 4),
          fmt::format("palettes need colour images, an array (N, rows, columns, 3), but this one is {}",
                      shape_words(values.shape)));
  stack.colors = true;
  builder.seen().palettes = true;
  builder.enter(palette_space(options.palette));
  const double white = known_white(values);
  add_samples(stack, execution, builder, [&](Index i) {
    return palette_of(picture_of(stack, i, white), options.palette, options.seed,
                      static_cast<std::uint64_t>(i))
        .measure;
  });
}

void add_clouds(const Stack& stack, const LoadOptions& options, const Execution& execution,
                FamilyBuilder& builder) {
  const NumericArray& values = stack.values;
  require(values.rank() == 3,
          fmt::format("point clouds are an array (N, points, coordinates), but this one is {}",
                      shape_words(values.shape)));
  builder.seen().clouds = true;
  builder.enter({.kind = Kind::points});
  const Index n = values.shape[1], d = values.shape[2];
  add_samples(stack, execution, builder, [&](Index i) {
    const std::vector<double> row = row_of(values, i);
    Cloud cloud{MatrixView(row.data(), d, n), Vector::Ones(n)};
    return reduced_cloud(std::move(cloud), options, static_cast<std::uint64_t>(i));
  });
}

// The bins' places, d × bins.
Matrix bin_places(const Stack& stack, Index bins) {
  if (!stack.support) return Vector::LinSpaced(bins, 0.5, static_cast<double>(bins) - 0.5).transpose();
  const NumericArray& support = *stack.support;
  require(support.rank() >= 1 && support.rank() <= 2 && support.rows() == bins,
          fmt::format("the support is {} but there are {} bins; it needs one row for each",
                      shape_words(support.shape), bins));
  const std::vector<double> places = support.values();
  return MatrixView(places.data(), support.row_size(), bins);
}

void add_histograms(const Stack& stack, const Execution& execution, FamilyBuilder& builder) {
  require(stack.values.rank() == 2, fmt::format("histograms are an array (N, bins), but this one is {}",
                                                shape_words(stack.values.shape)));
  builder.enter({.kind = Kind::histogram});
  const Matrix places = bin_places(stack, stack.values.shape[1]);
  add_samples(stack, execution, builder, [&](Index i) {
    const std::vector<double> row = row_of(stack.values, i);
    return make_measure(places, VectorView(row.data(), places.cols()));
  });
}

Kind guessed_kind(const NumericArray& values) {
  if (values.rank() == 2) return Kind::histogram;
  require(values.rank() == 3 || values.rank() == 4,
          fmt::format("an array {} is none of (N, bins), (N, rows, columns), (N, depth, rows, columns)",
                      shape_words(values.shape)));
  return Kind::shape;
}

void add_stack(Stack stack, const LoadOptions& options, const Execution& execution, FamilyBuilder& builder) {
  if (options.read.as == Kind::points && stack.values.rank() == 2)
    stack.values.shape.insert(stack.values.shape.begin(), 1);
  if (stack.values.rank() == 1) stack.values.shape.insert(stack.values.shape.begin(), 1);
  require(stack.values.rank() > 0 && stack.values.size() > 0,
          fmt::format("the array {} is empty", shape_words(stack.values.shape)));
  require(stack.labels.empty() || static_cast<Index>(stack.labels.size()) == stack.values.rows(),
          fmt::format("there are {} labels for {} samples", stack.labels.size(), stack.values.rows()));
  switch (options.read.as.value_or(guessed_kind(stack.values))) {
    case Kind::shape:
      return add_shapes(stack, options, execution, builder);
    case Kind::palette:
      return add_palettes(stack, options, execution, builder);
    case Kind::points:
      return add_clouds(stack, options, execution, builder);
    case Kind::histogram:
      return add_histograms(stack, execution, builder);
  }
}

// The array of samples: the one asked for, or the only one with more than one axis besides the support.
std::string samples_name(const NpzArchive& archive, const std::string& asked) {
  if (!asked.empty()) return asked;
  std::vector<std::string> candidates;
  for (const auto& [name, array] : archive.numbers)
    if (array.rank() >= 2 && name != "support" && name != "bins") candidates.push_back(name);
  if (candidates.empty() && archive.numbers.size() == 1) return archive.numbers.begin()->first;
  require(!candidates.empty(), "it holds no array of samples such as (N, rows, columns) or (N, bins)");
  require(candidates.size() == 1,
          fmt::format("it holds several arrays ({}); choose one with `array`", fmt::join(candidates, ", ")));
  return candidates[0];
}

}  // namespace

void read_npy(Bytes bytes, const std::string& prefix, const std::string& label, const LoadOptions& options,
              const Execution& execution, FamilyBuilder& builder) {
  add_stack({.values = decode_numeric_npy(bytes), .prefix = prefix, .default_label = label}, options,
            execution, builder);
}

void read_samples(SampleArray samples, const LoadOptions& options, const Execution& execution,
                  FamilyBuilder& builder) {
  add_stack({.values = std::move(samples.values),
             .labels = std::move(samples.labels),
             .support = std::move(samples.support),
             .colors = samples.colors,
             .prefix = {},
             .default_label = {}},
            options, execution, builder);
}

void read_npz(Bytes bytes, const std::string& prefix, const std::string& label, const LoadOptions& options,
              const Execution& execution, FamilyBuilder& builder) {
  const NpzArchive archive = decode_npz(bytes);
  builder.seen().archives = true;
  // Another archive than the model's may call its array something else.
  const bool elsewhere = options.inherits("array") && !archive.contains(options.read.array);
  const std::string asked = elsewhere ? std::string() : options.read.array;
  if (asked.empty() && is_ragged(archive)) return read_ragged(archive, prefix, label, options, builder);
  const std::string samples = samples_name(archive, asked);
  Stack stack{.values = archive.at(samples), .prefix = prefix, .default_label = label};
  // x_train goes with y_train.
  const std::string partner = samples.starts_with("x_") ? "y_" + samples.substr(2) : "y";
  stack.labels = texts_named(archive, {"labels", "label", partner.c_str()});
  for (const char* name : {"support", "bins"})
    if (archive.contains(name)) stack.support = archive.at(name);
  add_stack(std::move(stack), options, execution, builder);
}

void read_idx(Bytes bytes, Bytes labels, const std::string& prefix, const std::string& label,
              const LoadOptions& options, const Execution& execution, FamilyBuilder& builder) {
  Stack stack{.values = decode_idx(bytes), .prefix = prefix, .default_label = label};
  require(stack.values.rank() >= 2, "it holds labels, not measures; name the file with the images");
  try {
    if (!labels.empty()) stack.labels = texts_of(decode_idx(labels));
  } catch (const InputError& error) {
    rethrow_at("the labels beside it", error);
  }
  add_stack(std::move(stack), options, execution, builder);
}

}  // namespace wpga
