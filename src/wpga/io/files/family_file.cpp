#include "wpga/io/files/family_file.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <new>
#include <optional>
#include <string>

#include "wpga/base/error.hpp"
#include "wpga/base/named_enum.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/base/version.hpp"
#include "wpga/io/files/analysis_file.hpp"
#include "wpga/io/files/model_check.hpp"
#include "wpga/io/reading/reading.hpp"

namespace wpga {

namespace {

// From so many bytes on a copy of the atoms is worth saving.
constexpr std::size_t large_family = std::size_t{1} << 20;

// Arrays that may be long are datasets; files of earlier versions have attributes.
bool has_either(const Hdf5Reader& file, const std::string& name) {
  return file.has("/" + name) || file.has_attribute("/", name);
}

std::vector<double> read_either(const Hdf5Reader& file, const std::string& name) {
  if (!has_either(file, name)) return {};
  const bool dataset = file.has("/" + name);
  std::vector<double> values = dataset ? file.read_doubles("/" + name) : file.attribute_doubles("/", name);
  if (values.empty()) file.fail("/" + name, "holds no numbers");
  return values;
}

}  // namespace

void write_space(Hdf5Writer& file, const Space& space) {
  file.set_attribute("/", "kind", std::string(name_of(space.kind)));
  if (!space.grid.empty()) file.set_attribute("/", "grid", std::span<const std::int64_t>(space.grid));
  if (!space.axes.empty()) file.write("/axes", space.axes);
  if (!space.center.empty()) file.write("/center", space.center, {space.center.size()});
  if (!space.scale.empty()) file.write("/scale", space.scale, {space.scale.size()});
}

Space read_space(const Hdf5Reader& file, Index dimension) {
  Space space;
  if (file.has_attribute("/", "kind"))
    for (const std::string& word : file.attribute_strings("/", "kind"))
      space.kind = value_named<Kind>(word).value_or(Kind::points);
  if (file.has_attribute("/", "grid")) space.grid = file.attribute_integers("/", "grid");
  if (has_either(file, "axes"))
    space.axes = file.has("/axes") ? file.read_strings("/axes") : file.attribute_strings("/", "axes");
  space.center = read_either(file, "center");
  space.scale = read_either(file, "scale");
  if (const auto flaw = flaw_of(space, dimension)) file.fail(flaw->place, flaw->what);
  return space;
}

void write_reading(Hdf5Writer& file, const Reading& reading) {
  if (!reading.empty()) file.set_attribute("/", "reading", reading_text(reading));
}

Reading read_reading(const Hdf5Reader& file) {
  if (!file.has_attribute("/", "reading")) return {};
  const std::vector<std::string> texts = file.attribute_strings("/", "reading");
  try {
    return texts.size() == 1 ? reading_from(texts[0]) : Reading{};
  } catch (const InputError& error) {
    file.fail("/", fmt::format("has an attribute 'reading' that cannot be followed: {}", error.what()));
  }
}

namespace {

Hdf5Writer written(const MeasureFamily& family, Hdf5Writer::Held held) {
  if (const auto flaw = flaw_of(family.space(), family.dimension()))
    throw InputError(fmt::format("the family cannot be written: {} {}", flaw->place, flaw->what));
  Hdf5Writer file(held);
  const auto atoms = static_cast<std::uint64_t>(family.atoms());
  const auto dimension = static_cast<std::uint64_t>(family.dimension());
  // A column per point in memory is a row per point in the file.
  file.write_later("/points", family.packed_points(), {atoms, dimension});
  file.write_later("/weights", family.packed_weights(), {atoms});
  file.write("/offsets", family.offsets(), {family.offsets().size()});
  file.write("/names", family.names());
  if (!family.labels().empty()) file.write("/labels", family.labels());
  if (const Vector& weights = family.measure_weights(); weights.size() > 0)
    file.write("/measure_weights", std::span(weights.data(), static_cast<std::size_t>(weights.size())),
               {static_cast<std::uint64_t>(weights.size())});
  file.set_attribute("/", "wpga_version", std::string(version));
  file.set_attribute("/", "format_version", family_format_version);
  write_space(file, family.space());
  write_reading(file, family.reading());
  return file;
}

}  // namespace

std::vector<std::byte> encode_family(const MeasureFamily& family) {
  return written(family, Hdf5Writer::Held::whole).finish("family");
}

FilePieces family_pieces(const MeasureFamily& family) {
  if (family.bytes() >= large_family) try {
      return written(family, Hdf5Writer::Held::in_pieces).finish_in_pieces("family");
    } catch (const std::bad_alloc&) {  // no room for scratch files; what is there then may serve
    }
  return written(family, Hdf5Writer::Held::whole).finish_in_pieces("family");
}

namespace {

std::vector<std::int64_t> read_offsets(const Hdf5Reader& file, std::uint64_t atoms) {
  const std::vector<std::int64_t> offsets = file.read_integers("/offsets");
  if (offsets.size() < 2)
    file.fail("/offsets", "must hold at least two numbers: where each measure begins, and the end");
  if (offsets.front() != 0) file.fail("/offsets", "must begin with 0");
  for (std::size_t i = 1; i < offsets.size(); ++i)
    if (offsets[i] < offsets[i - 1]) file.fail("/offsets", fmt::format("falls at row {}; it must not", i));
  if (static_cast<std::uint64_t>(offsets.back()) != atoms)
    file.fail("/offsets", fmt::format("ends with {} but there are {} points", offsets.back(), atoms));
  return offsets;
}

std::vector<std::string> read_names(const Hdf5Reader& file, const std::string& dataset, std::size_t count) {
  std::vector<std::string> texts = file.read_strings(dataset);
  if (texts.size() != count)
    file.fail(dataset, fmt::format("has {} entries for {} measures", texts.size(), count));
  return texts;
}

void check_format(const Hdf5Reader& file, const std::filesystem::path& path) {
  if (!file.has_attribute("/", "format_version")) return;
  for (const std::int64_t found : file.attribute_integers("/", "format_version"))
    if (found > family_format_version)
      throw InputError(
          fmt::format("{}: its format version is {}, newer than the {} this program knows; update wpga",
                      displayed(path.string()), found, family_format_version));
}

MeasureFamily mean_alone(const std::filesystem::path& path) {
  const Model model = read_model(path);
  MeasureFamily family(model.space);
  family.append(model.analysis.mean.view(), path.stem().string());
  family.set_reading(model.reading);
  return family;
}

// Would make_measure leave every measure as it is?
bool holds_measures(const MeasureFamily& family) {
  for (Index i = 0; i < family.count(); ++i)
    if (!is_made(family[i])) return false;
  return true;
}

// The atoms of a file with our seal where they lie; nothing where they must be looked at one by one.
std::optional<MeasureFamily> family_in_place(const Hdf5Reader& file, Index dimension,
                                             const std::vector<std::int64_t>& offsets,
                                             const std::vector<std::string>& names) {
  const auto points = file.place_of("/points"), weights = file.place_of("/weights");
  if (!points || !weights || points->bytes + weights->bytes < large_family) return std::nullopt;
  const auto array = [&](const Hdf5Reader::Place& place) {
    const auto region = file.bytes_at(place);
    return region ? LargeArray<double>(region, 0, place.bytes / sizeof(double)) : LargeArray<double>();
  };
  MeasureFamily family({}, dimension, array(*points), array(*weights), offsets, names);
  if (family.atoms() != offsets.back() || family.points().data() == nullptr || !holds_measures(family))
    return std::nullopt;
  return family;
}

// Every measure through the door for raw atoms.
void append_measures(MeasureFamily& family, const Hdf5Reader& file, const std::filesystem::path& path,
                     const std::vector<std::uint64_t>& shape, const std::vector<std::int64_t>& offsets,
                     const std::vector<std::string>& names) {
  const auto dimension = static_cast<Index>(shape[1]);
  const std::vector<double> points = file.read_doubles("/points"), weights = file.read_doubles("/weights");
  family.reserve(static_cast<Index>(names.size()), static_cast<Index>(shape[0]), dimension);
  for (std::size_t i = 0; i < names.size(); ++i) try {
      const Index size = offsets[i + 1] - offsets[i];
      family.append(MatrixView(points.data() + offsets[i] * dimension, dimension, size),
                    VectorView(weights.data() + offsets[i], size), names[i]);
    } catch (const InputError& error) {
      rethrow_at(displayed(path.string()), error);
    }
}

}  // namespace

MeasureFamily read_family(const std::filesystem::path& path) {
  const Hdf5Reader file(path);
  check_format(file, path);
  if (!file.has("/points") && file.has("/mean/points")) return mean_alone(path);
  const std::vector<std::uint64_t> shape = file.shape("/points");
  if (shape.size() != 2 || shape[1] == 0) file.fail("/points", "must be a matrix with one row per point");
  const std::vector<std::int64_t> offsets = read_offsets(file, shape[0]);
  if (file.shape("/weights") != std::vector<std::uint64_t>{shape[0]})
    file.fail("/weights", fmt::format("must hold {} numbers, one for each point", shape[0]));

  const std::size_t count = offsets.size() - 1;
  std::vector<std::string> names;
  if (file.has("/names")) names = read_names(file, "/names", count);
  for (std::size_t i = names.size(); i < count; ++i) names.push_back(std::to_string(i));

  const auto dimension = static_cast<Index>(shape[1]);
  const Space space = read_space(file, dimension);
  MeasureFamily family(space);
  if (std::optional<MeasureFamily> found = family_in_place(file, dimension, offsets, names)) {
    family = std::move(*found);
    family.set_space(space);
  } else {
    append_measures(family, file, path, shape, offsets, names);
  }
  if (file.has("/labels")) family.set_labels(read_names(file, "/labels", count));
  if (file.has("/measure_weights")) {
    const std::vector<double> measure_weights = file.read_doubles("/measure_weights");
    try {
      family.set_measure_weights(
          VectorView(measure_weights.data(), static_cast<Index>(measure_weights.size())));
    } catch (const InputError& error) {
      rethrow_at(displayed(path.string()), error);
    }
  }
  family.set_reading(read_reading(file));
  return family;
}

}  // namespace wpga
