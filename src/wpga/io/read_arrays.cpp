#include "wpga/io/read_arrays.hpp"

#include <fmt/format.h>

#include <optional>

#include "wpga/base/error.hpp"
#include "wpga/io/formats/idx_file.hpp"
#include "wpga/io/formats/npy_file.hpp"
#include "wpga/io/read_pictures.hpp"
#include "wpga/parallel/parallel_for.hpp"

namespace wpga {

namespace {

// A stack of samples along the first axis, with what the file says about them.
struct Stack {
  NumericArray values;
  std::vector<std::string> labels;      // one for each sample, or none
  std::optional<NumericArray> support;  // histograms: where the bins are
  std::string prefix;
};

std::string label_of(const Stack& stack, Index i) {
  return stack.labels.empty() ? std::string() : stack.labels[static_cast<std::size_t>(i)];
}

// 1, 2, 3 rather than 1.0, 2.0, 3.0.
std::vector<std::string> labels_from(const NumericArray& numbers) {
  std::vector<std::string> labels;
  for (const double value : numbers.values()) labels.push_back(fmt::format("{}", value));
  return labels;
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
    parallel_for(execution, here, [&](std::int64_t j) {
      const Index i = first + j;
      if (!builder.wants(label_of(stack, i))) return;
      try {
        measures[static_cast<std::size_t>(j)] = make(i);
      } catch (const InputError& error) {
        rethrow_at(fmt::format("sample {}", i), error);
      }
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

// Integer pixels are intensities of their type's range; the scale is gone after normalising but thresholds
// need it.
double white_of(const NumericArray& array) {
  switch (array.type) {
    case ElementType::u8:
      return 255;
    case ElementType::u16:
      return 65535;
    default:
      return 1;
  }
}

Image picture_of(const NumericArray& array, Index i, int channels) {
  const auto rank = array.shape.size();
  Image image{.rows = array.shape[1],
              .columns = rank > 2 ? array.shape[2] : 1,
              .channels = channels,
              .samples = row_of(array, i)};
  const double white = white_of(array);
  for (double& sample : image.samples) sample /= white;
  return image;
}

void add_shapes(const Stack& stack, const LoadOptions& options, const Execution& execution,
                FamilyBuilder& builder) {
  const ShapeOptions& shape = options.shape;
  const bool plain = !shape.invert && shape.threshold == 0 && shape.resize.empty();
  const std::vector<Index> grid(stack.values.shape.begin() + 1, stack.values.shape.end());
  if (plain || grid.size() != 2) {
    require(plain, "--invert, --threshold and --resize work on images, (N, rows, columns)");
    Space space{.kind = Kind::shape, .grid = {grid.begin(), grid.end()}};
    space.axes =
        grid.size() == 2 ? std::vector<std::string>{"x", "y"} : std::vector<std::string>{"x", "y", "z"};
    builder.enter(space);
    add_samples(stack, execution, builder,
                [&](Index i) { return grid_measure(row_of(stack.values, i), grid); });
    return;
  }
  builder.enter(shape_space(picture_of(stack.values, 0, 1), shape));
  add_samples(stack, execution, builder,
              [&](Index i) { return shape_measure(picture_of(stack.values, i, 1), shape); });
}

void add_palettes(const Stack& stack, const LoadOptions& options, const Execution& execution,
                  FamilyBuilder& builder) {
  const NumericArray& values = stack.values;
  require(values.rank() == 4 && (values.shape[3] == 3 || values.shape[3] == 4),
          fmt::format("palettes need colour images, an array (N, rows, columns, 3), but this one is {}",
                      shape_words(values.shape)));
  builder.enter(palette_space(options.palette));
  add_samples(stack, execution, builder, [&](Index i) {
    const auto channels = static_cast<int>(values.shape[3]);
    return palette_of(picture_of(values, i, channels), options.palette, options.table.seed,
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

std::vector<std::string> texts_named(const NpzArchive& archive,
                                     std::initializer_list<const char*> candidates) {
  for (const char* name : candidates) {
    if (const auto found = archive.strings.find(name); found != archive.strings.end())
      return found->second.values;
    if (archive.contains(name)) return labels_from(archive.at(name));
  }
  return {};
}

void add_ragged(const NpzArchive& archive, const LoadOptions& options, const std::string& prefix,
                FamilyBuilder& builder) {
  const NumericArray& points = archive.at("points");
  require(points.rank() == 2,
          fmt::format("points must be (atoms, coordinates) but is {}", shape_words(points.shape)));
  const Index d = points.row_size(), n = points.rows();
  const std::vector<double> coordinates = points.values();
  const std::vector<double> weights = archive.contains("weights")
                                          ? archive.at("weights").values()
                                          : std::vector<double>(static_cast<std::size_t>(n), 1.0);
  const std::vector<double> offsets = archive.at("offsets").values();
  require(static_cast<Index>(weights.size()) == n,
          fmt::format("weights has {} numbers for {} points", weights.size(), n));
  require(offsets.size() >= 2 && offsets.front() == 0 && offsets.back() == static_cast<double>(n) &&
              std::is_sorted(offsets.begin(), offsets.end()),
          fmt::format("offsets must rise from 0 to {}, the number of points", n));
  const std::size_t count = offsets.size() - 1;
  const auto names = texts_named(archive, {"names"}), labels = texts_named(archive, {"labels", "label", "y"});
  require(names.empty() || names.size() == count,
          fmt::format("there are {} names for {} measures", names.size(), count));
  require(labels.empty() || labels.size() == count,
          fmt::format("there are {} labels for {} measures", labels.size(), count));
  const std::vector<double> measure_weights =
      archive.contains("measure_weights") ? archive.at("measure_weights").values() : std::vector<double>();
  require(measure_weights.empty() || measure_weights.size() == count,
          fmt::format("there are {} measure weights for {} measures", measure_weights.size(), count));
  builder.enter({.kind = options.read.as.value_or(Kind::points)});
  for (std::size_t i = 0; i < count; ++i) {
    const auto begin = static_cast<Index>(offsets[i]), size = static_cast<Index>(offsets[i + 1]) - begin;
    NamedCloud measure{.cloud = {MatrixView(coordinates.data() + begin * d, d, size),
                                 VectorView(weights.data() + begin, size)},
                       .name = names.empty() ? prefix + std::to_string(i) : names[i],
                       .label = labels.empty() ? std::string() : labels[i],
                       .measure_weight = measure_weights.empty() ? 1 : measure_weights[i]};
    builder.add(measure, !measure_weights.empty());
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
          fmt::format("it holds several arrays ({}); choose one with --array", fmt::join(candidates, ", ")));
  return candidates[0];
}

}  // namespace

void read_npy(Bytes bytes, const std::string& prefix, const LoadOptions& options, const Execution& execution,
              FamilyBuilder& builder) {
  add_stack({.values = decode_numeric_npy(bytes), .prefix = prefix}, options, execution, builder);
}

void read_npz(Bytes bytes, const std::string& prefix, const LoadOptions& options, const Execution& execution,
              FamilyBuilder& builder) {
  NpzArchive archive = decode_npz(bytes);
  if (options.read.array.empty() && archive.contains("points") && archive.contains("offsets"))
    return add_ragged(archive, options, prefix, builder);
  const std::string samples = samples_name(archive, options.read.array);
  Stack stack{.values = archive.at(samples), .prefix = prefix};
  // x_train goes with y_train.
  const std::string partner = samples.starts_with("x_") ? "y_" + samples.substr(2) : "y";
  stack.labels = texts_named(archive, {"labels", "label", partner.c_str()});
  for (const char* name : {"support", "bins"})
    if (archive.contains(name)) stack.support = archive.at(name);
  add_stack(std::move(stack), options, execution, builder);
}

void read_idx(Bytes bytes, Bytes labels, const std::string& prefix, const LoadOptions& options,
              const Execution& execution, FamilyBuilder& builder) {
  Stack stack{.values = decode_idx(bytes), .prefix = prefix};
  require(stack.values.rank() >= 2, "it holds labels, not measures; name the file with the images");
  if (!labels.empty()) stack.labels = labels_from(decode_idx(labels));
  add_stack(std::move(stack), options, execution, builder);
}

}  // namespace wpga
