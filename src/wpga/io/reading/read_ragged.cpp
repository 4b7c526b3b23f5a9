#include "wpga/io/reading/read_ragged.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "wpga/base/error.hpp"
#include "wpga/io/reading/read_pictures.hpp"

namespace wpga {

namespace {

// Where each measure begins, and the end.
std::vector<Index> whole_offsets(const NumericArray& array, Index points) {
  std::vector<Index> offsets;
  for (const double value : array.values()) {
    require(std::isfinite(value) && value == std::floor(value) && value >= 0 &&
                value <= static_cast<double>(points),
            fmt::format("offsets must be whole numbers from 0 to {}, but one is {}", points, value));
    offsets.push_back(static_cast<Index>(value));
  }
  require(offsets.size() >= 2 && offsets.front() == 0 && offsets.back() == points &&
              std::is_sorted(offsets.begin(), offsets.end()),
          fmt::format("offsets must rise from 0 to {}, the number of points", points));
  return offsets;
}

std::vector<double> numbers_named(const NpzArchive& archive, const char* name) {
  return archive.contains(name) ? archive.at(name).values() : std::vector<double>();
}

void require_count(std::size_t found, std::size_t wanted, std::string_view what) {
  require(found == 0 || found == wanted,
          fmt::format("there are {} {} where {} are needed", found, what, wanted));
}

}  // namespace

std::vector<std::string> texts_of(const NumericArray& numbers) {
  std::vector<std::string> texts;
  for (const double value : numbers.values()) texts.push_back(fmt::format("{}", value));
  return texts;
}

std::vector<std::string> texts_named(const NpzArchive& archive,
                                     std::initializer_list<const char*> candidates) {
  for (const char* name : candidates) {
    if (const auto found = archive.strings.find(name); found != archive.strings.end())
      return found->second.values;
    if (archive.contains(name)) return texts_of(archive.at(name));
  }
  return {};
}

bool is_ragged(const NpzArchive& archive) {
  return archive.contains("points") && archive.contains("offsets");
}

void read_ragged(const NpzArchive& archive, const std::string& prefix, const std::string& label,
                 const LoadOptions& options, FamilyBuilder& builder) {
  const NumericArray& points = archive.at("points");
  require(points.rank() == 2,
          fmt::format("points must be (atoms, coordinates) but is {}", shape_words(points.shape)));
  const Index d = points.row_size(), n = points.rows();
  const std::vector<Index> offsets = whole_offsets(archive.at("offsets"), n);
  const std::size_t count = offsets.size() - 1;
  const std::vector<double> coordinates = points.values(),
                            measure_weights = numbers_named(archive, "measure_weights");
  std::vector<double> weights = numbers_named(archive, "weights");
  const auto names = texts_named(archive, {"names"}), labels = texts_named(archive, {"labels", "label", "y"});
  require_count(weights.size(), static_cast<std::size_t>(n), "weights");
  require_count(names.size(), count, "names");
  require_count(labels.size(), count, "labels");
  require_count(measure_weights.size(), count, "measure weights");
  if (weights.empty()) weights.assign(static_cast<std::size_t>(n), 1.0);

  builder.seen().clouds = true;
  builder.enter({.kind = Kind::points});
  for (std::size_t i = 0; i < count; ++i) {
    const Index begin = offsets[i], size = offsets[i + 1] - begin;
    NamedCloud measure{.cloud = {MatrixView(coordinates.data() + begin * d, d, size),
                                 VectorView(weights.data() + begin, size)},
                       .name = names.empty() ? prefix + std::to_string(i) : names[i],
                       .label = labels.empty() ? label : labels[i],
                       .measure_weight = measure_weights.empty() ? 1 : measure_weights[i]};
    if (!builder.wants(measure.label) || builder.full()) continue;
    Measure reduced = reduced_cloud(std::move(measure.cloud), options, i);
    measure.cloud = {std::move(reduced.points), std::move(reduced.weights)};
    builder.add(measure, !measure_weights.empty());
  }
}

}  // namespace wpga
