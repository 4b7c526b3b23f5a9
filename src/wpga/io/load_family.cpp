#include "wpga/io/load_family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/data_files.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/files/annotated_measures.hpp"
#include "wpga/io/files/family_file.hpp"
#include "wpga/io/files/seal.hpp"
#include "wpga/io/formats/arrays/idx_file.hpp"
#include "wpga/io/formats/arrays/npy_file.hpp"
#include "wpga/io/formats/clouds/ply_file.hpp"
#include "wpga/io/formats/clouds/xyz_file.hpp"
#include "wpga/io/formats/cytometry/fcs_text.hpp"
#include "wpga/io/formats/gzip.hpp"
#include "wpga/io/formats/images/image_file.hpp"
#include "wpga/io/formats/zip_archive.hpp"
#include "wpga/io/input_file.hpp"
#include "wpga/io/reading/family_builder.hpp"
#include "wpga/io/reading/long_table.hpp"
#include "wpga/io/reading/read_arrays.hpp"
#include "wpga/io/reading/read_events.hpp"
#include "wpga/io/reading/read_pictures.hpp"
#include "wpga/io/reading/reading.hpp"
#include "wpga/io/reading/reading_hints.hpp"
#include "wpga/io/reading/table_measures.hpp"
#include "wpga/io/reading/weights_file.hpp"
#include "wpga/measures/common_space.hpp"
#include "wpga/parallel/parallel_for.hpp"

namespace wpga {

namespace {

namespace fs = std::filesystem;

enum class Format { image, npy, npz, idx, table, ply, xyz, fcs, family };

constexpr std::array<std::string_view, 9> many_extensions = {".h5ad", ".h5",  ".hdf5", "-ubyte", ".idx",
                                                             ".npy",  ".npz", ".csv",  ".tsv"};

constexpr std::array<std::byte, 8> hdf5_signature = {std::byte{0x89}, std::byte{'H'},  std::byte{'D'},
                                                     std::byte{'F'},  std::byte{'\r'}, std::byte{'\n'},
                                                     std::byte{0x1a}, std::byte{'\n'}};

// Our own HDF5 files begin with a seal.
bool begins_like_hdf5(Bytes bytes) {
  const auto signed_at = [&](std::size_t place) {
    return bytes.size() >= place + hdf5_signature.size() &&
           std::ranges::equal(hdf5_signature, bytes.subspan(place, hdf5_signature.size()));
  };
  return signed_at(0) || signed_at(seal_size) || sealed_kind(bytes);
}

// Looks at the beginning of a file, which for a pipe would be gone then.
bool is_hdf5_file(const fs::path& path) {
  return is_file(path) && begins_like_hdf5(read_beginning(path, seal_size + hdf5_signature.size()));
}

// The first bytes decide; only formats without a signature go by their extension.
Format format_of(Bytes bytes, const fs::path& path) {
  require(!bytes.empty(), "the file is empty");
  const std::string extension = data_extension(path);
  if (begins_like_hdf5(bytes)) return Format::family;
  if (looks_like_image(bytes)) return Format::image;
  if (is_npy(bytes)) return Format::npy;
  if (is_zip(bytes)) return Format::npz;
  if (is_ply(bytes)) return Format::ply;
  if (is_fcs(bytes)) return Format::fcs;
  if (extension == ".xyz") return Format::xyz;
  if (extension == ".csv" || extension == ".tsv" || extension == ".txt") return Format::table;
  if (is_idx(bytes)) return Format::idx;
  const std::string promised =
      extension.empty() ? "anything wpga reads" : fmt::format("a {} file", extension);
  throw InputError(fmt::format("its contents are not those of {}; it may be damaged", displayed(promised)));
}

std::vector<std::byte> contents_of(const fs::path& path) try {
  std::vector<std::byte> bytes = read_file(path);
  return is_gzip(bytes) ? gunzip(bytes) : bytes;
} catch (const InputError& error) {
  rethrow_at(displayed(path.string()), error);
}

// Pipes are left alone: what was read from one would be gone.
bool begins_like_image(const fs::path& path) {
  if (!is_file(path)) return false;
  const std::vector<std::byte> head = read_beginning(path, 64);
  return looks_like_image(is_gzip(head) ? contents_of(path) : head);
}

// train-images-idx3-ubyte belongs with train-labels-idx1-ubyte, compressed or not.
std::optional<fs::path> labels_beside(const fs::path& images) {
  std::string name = images.filename().string();
  const std::size_t at = name.find("images");
  if (at == std::string::npos) return std::nullopt;
  name.replace(at, 6, "labels");
  if (const std::size_t rank = name.find("idx3"); rank != std::string::npos) name.replace(rank, 4, "idx1");
  for (const std::string& candidate :
       {name, name + ".gz", name.ends_with(".gz") ? name.substr(0, name.size() - 3) : name}) {
    const fs::path path = images.parent_path() / candidate;
    if (path != images && is_file(path)) return path;
  }
  return std::nullopt;
}

// Tables, arrays and families go by their extension, so that they are not opened twice.
bool holds_many(const fs::path& path) {
  const std::string extension = data_extension(path);
  return std::ranges::find(many_extensions, extension) != many_extensions.end();
}

// The first few of many names.
std::string named_briefly(const std::vector<std::string>& names) {
  constexpr std::size_t most = 6;
  std::string text;
  for (std::size_t k = 0; k < std::min(names.size(), most); ++k)
    text += (k > 0 ? ", " : "") + displayed(names[k]);
  return names.size() > most ? text + fmt::format(" and {} more", names.size() - most) : text;
}

// A file that is one measure, ready to join the family.
struct OneMeasure {
  Measure measure;
  Space space;
  double inertia = -1;  // of the quantisation, if there was one
  bool events = false;  // of a cytometer
  std::vector<std::string> notes = {};
};

class Loader {
 public:
  // Family files must not contradict the reading of the model, if there is one.
  Loader(const LoadOptions& options, const Reading* model, const Execution& execution)
      : options_(options), model_(model), execution_(execution), builder_(options.read) {}

  LoadedFamily load(const std::vector<DataFile>& files) {
    alone_ = files.size() == 1;
    Task task(execution_, "reading", static_cast<std::int64_t>(files.size()));
    std::size_t next = 0;
    while (next < files.size() && !builder_.full()) {
      const std::size_t read = load_block(std::span(files).subspan(next), next);
      next += read;
      task.advance(static_cast<std::int64_t>(read));
    }
    LoadedFamily loaded{builder_.finish(), builder_.notes()};
    loaded.family.set_reading(reading(loaded.family.space().kind));
    refuse_unused_flags(options_, builder_.seen());
    const std::string& column = options_.table.measure_weights;
    require(column.empty() || builder_.any_measure_weight(),
            fmt::format("`measure-weights` {}: there is no such file, and no table with that column",
                        displayed(column)));
    if (quantized_ > 0)
      loaded.notes.push_back(fmt::format(
          "quantised to at most {} colours each: W2 from the full palettes is {:.4g} (root mean square)",
          options_.palette.colors.value_or(default_colors),
          std::sqrt(inertia_ / static_cast<double>(quantized_))));
    return loaded;
  }

  LoadedFamily load(const SampleArray& samples) {
    raw_ = true;
    read_samples(samples, options_, execution_, builder_);
    LoadedFamily loaded{builder_.finish(), builder_.notes()};
    loaded.family.set_reading(reading(loaded.family.space().kind));
    refuse_unused_flags(options_, builder_.seen());
    return loaded;
  }

  // Family files that remember it need not be centred again, and keep every bit.
  bool all_centered() const {
    return !raw_ && std::ranges::all_of(families_, [](const Reading& file) {
      const OptionValue* found = file.options.find("center");
      return found && *found == OptionValue(true);
    });
  }

 private:
  // Reads the next files, side by side as long as each is one measure; returns how many.
  std::size_t load_block(std::span<const DataFile> files, std::size_t position) {
    const std::size_t block = block_size(files);
    std::vector<std::optional<OneMeasure>> singles(block);
    decide_kind_of_images(files.first(block));
    parallel_for(execution_, static_cast<std::int64_t>(block), [&](std::int64_t i) {
      const auto at = static_cast<std::size_t>(i);
      // A file that holds many measures may have labels of its own.
      if (holds_many(files[at].path) || unwanted(files[at])) return;
      try {
        singles[at] = read_single(files[at], position + at);
      } catch (const InputError& error) {
        rethrow_at(displayed(files[at].path.string()), error);
      }
    });
    for (std::size_t i = 0; i < block && !builder_.full(); ++i) {
      try {
        if (singles[i])
          add_single(*singles[i], files[i]);
        else if (holds_many(files[i].path) || !unwanted(files[i]))
          read_many(files[i], position + i);
      } catch (const InputError& error) {
        rethrow_at(displayed(files[i].path.string()), error);
      }
    }
    return block;
  }

  // As many files as may be needed: each that is one measure counts towards the limit.
  std::size_t block_size(std::span<const DataFile> files) const {
    constexpr std::size_t most = 64;
    std::int64_t left = builder_.left();
    for (std::size_t i = 0; i < std::min(files.size(), most); ++i)
      if (!holds_many(files[i].path) && !unwanted(files[i]) && --left == 0) return i + 1;
    return std::min(files.size(), most);
  }

  // What all files have in common.
  Reading reading(Kind kind) {
    std::vector<Reading> parts;
    for (const Reading& file : families_) parts.push_back(read_again(file, options_, kind));
    if (raw_) {
      parts.push_back(reading_of(options_, builder_.seen(), kind));
      parts.back().size = builder_.picture_size();
    }
    Reading common = parts.empty() ? Reading{} : parts.front();
    for (const Reading& part : parts) common = common_reading(common, part);
    return common;
  }

  bool unwanted(const DataFile& file) const { return !file.label.empty() && !builder_.wants(file.label); }

  void decide_kind_of_images(std::span<const DataFile> files) {
    if (image_kind_) return;
    for (const DataFile& file : files) {
      if (holds_many(file.path) || unwanted(file)) continue;
      if (!begins_like_image(file.path)) continue;
      if (options_.read.as) {
        require(*options_.read.as == Kind::shape || *options_.read.as == Kind::palette,
                fmt::format("{}: an image is read as a shape or a palette, not as {}",
                            displayed(file.path.string()), name_of(*options_.read.as)));
        image_kind_ = *options_.read.as;
        return;
      }
      try {
        image_kind_ = is_colorful(decode_image(contents_of(file.path))) ? Kind::palette : Kind::shape;
      } catch (const InputError& error) {
        rethrow_at(displayed(file.path.string()), error);
      }
      if (*image_kind_ == Kind::palette)
        builder_.note("the first image is in colour: reading palettes (`as` shape reads shapes)");
      return;
    }
  }

  std::optional<OneMeasure> read_single(const DataFile& file, std::size_t position) const {
    const std::vector<std::byte> bytes = contents_of(file.path);
    switch (format_of(bytes, file.path)) {
      case Format::image:
        return read_image(decode_image(bytes), position);
      case Format::ply:
        return read_cloud(decode_ply(bytes), position);
      case Format::xyz:
        return read_cloud(decode_xyz(text_of(Bytes(bytes))), position);
      case Format::fcs:
        return read_fcs(bytes, position);
      default:
        return std::nullopt;
    }
  }

  OneMeasure read_image(const Image& image, std::size_t position) const {
    const bool shape = image_kind_ ? *image_kind_ == Kind::shape  // a pipe decides for itself
                                   : options_.read.as == Kind::shape || !is_colorful(image);
    if (shape) return {shape_measure(image, options_.shape), shape_space(image, options_.shape)};
    Quantization palette = palette_of(image, options_.palette, options_.table.seed, position);
    return {std::move(palette.measure), palette_space(options_.palette), palette.inertia};
  }

  OneMeasure read_cloud(Cloud cloud, std::size_t position) const {
    require(!options_.read.as || *options_.read.as == Kind::points,
            "a point cloud can only be read as points");
    return {reduced_cloud(std::move(cloud), options_, position),
            Space{.kind = Kind::points, .grid = {}, .axes = {}}};
  }

  OneMeasure read_fcs(Bytes bytes, std::size_t position) const {
    require(!options_.read.as || *options_.read.as == Kind::points,
            "events of a cytometer can only be read as points");
    Events events = read_events(bytes, options_);
    return {.measure = sampled_cloud(std::move(events.cloud), options_, position),
            .space = std::move(events.space),
            .events = true,
            .notes = std::move(events.notes)};
  }

  void add_single(const OneMeasure& single, const DataFile& file) {
    (single.space.kind == Kind::shape     ? builder_.seen().shapes
     : single.space.kind == Kind::palette ? builder_.seen().palettes
     : single.events                      ? builder_.seen().events
                                          : builder_.seen().clouds) = true;
    for (const std::string& note : single.notes) builder_.note(note);
    raw_ = true;
    if (single.space.kind == Kind::shape) builder_.saw_picture(single.space.grid);
    builder_.enter(single.space);
    builder_.add(single.measure.view(), file.name, file.label);
    if (single.inertia < 0) return;
    ++quantized_;
    inertia_ += single.inertia;
  }

  void read_many(const DataFile& file, std::size_t position) {
    if (is_hdf5_file(file.path)) {  // which is read by its own door
      if (data_extension(file.path) == ".h5ad") return read_cells(file, position);
      return read_family_file(file);
    }
    if (read_long_table(file, position)) return;
    const std::vector<std::byte> bytes = contents_of(file.path);
    const std::string prefix = alone_ ? std::string() : file.name + "/";
    const Format format = format_of(bytes, file.path);
    raw_ = raw_ || format != Format::family;
    switch (format) {
      case Format::family:
        return read_family_file(file);
      case Format::npy:
        return read_npy(bytes, prefix, file.label, options_, execution_, builder_);
      case Format::npz:
        return read_npz(bytes, prefix, file.label, options_, execution_, builder_);
      case Format::idx:
        return read_idx_file(bytes, file, prefix);
      case Format::table:
        return read_table(bytes, file, position);
      default:
        throw InputError("its contents do not fit its name; rename it");
    }
  }

  void read_idx_file(Bytes bytes, const DataFile& file, const std::string& prefix) {
    // In a folder the labels lie beside the images and are read with them.
    if (!alone_ && decode_idx(bytes).rank() == 1) return;
    const std::optional<fs::path> beside = labels_beside(file.path);
    const std::vector<std::byte> labels = beside ? contents_of(*beside) : std::vector<std::byte>();
    read_idx(bytes, labels, prefix, file.label, options_, execution_, builder_);
  }

  // Columns of labels and names that only the tables of a model had are not missed.
  TableOptions options_for(const Table& table) const {
    TableOptions options = options_.table;
    const auto lacks = [&](const std::string& column) {
      try {
        return table.find(column) >= table.columns().size();
      } catch (const InputError&) {
        return true;
      }
    };
    if (options_.inherits("label-column") && lacks(options.label_column)) options.label_column.clear();
    if (!options_.inherits("name-columns")) return options;
    const bool cloud = options.form == TableForm::cloud ||
                       (options.form == TableForm::automatic && guess_form(table) == TableForm::cloud);
    if (cloud || std::ranges::any_of(options.name_columns, lacks)) options.name_columns.clear();
    return options;
  }

  // Large tables that need no second look; false for all others.
  bool read_long_table(const DataFile& file, std::size_t position) {
    const std::string extension = data_extension(file.path);
    if (extension != ".csv" && extension != ".tsv" && extension != ".txt") return false;
    std::optional<LongTable> table =
        LongTable::read(file.path, position << 32, [&](const Table& head) { return options_for(head); });
    if (!table) return false;
    raw_ = builder_.seen().tables = true;
    builder_.enter(table->space());
    if (options_.table.sample == 0 && !options_.palette.colors)
      builder_.expect(static_cast<Index>(table->measures()), table->atoms(),
                      static_cast<Index>(table->space().axes.size()));
    for (std::size_t i = 0; i < table->measures() && !builder_.full(); ++i) {
      NamedCloud measure = table->take(i);
      if (measure.label.empty()) measure.label = file.label;
      add_reduced(measure, table->has_measure_weights(), (position << 32) + i);
    }
    return true;
  }

  void add_reduced(NamedCloud& measure, bool has_measure_weight, std::uint64_t stream) {
    if (options_.palette.colors && builder_.wants(measure.label) && !builder_.full()) {
      Measure reduced =
          with_fewer_atoms(make_measure(measure.cloud.points, measure.cloud.weights), options_, stream);
      measure.cloud = {std::move(reduced.points), std::move(reduced.weights)};
    }
    builder_.add(measure, has_measure_weight);
  }

  void read_table(Bytes bytes, const DataFile& file, std::size_t position) {
    const Table parsed = parse_table(text_of(bytes));
    TableMeasures table = measures_from_table(parsed, file.name, options_for(parsed), position << 32);
    if (parsed.has_decimal_commas()) note_once("commas in numbers are read as decimal points");
    add_measures(table, file, position);
  }

  void read_cells(const DataFile& file, std::size_t position) {
    raw_ = true;
    builder_.seen().annotated = true;
    const AnnotatedFile cells(file.path, options_.cells.layer);
    TableOptions options = options_.table;
    const auto lacks = [&](const std::string& column) { return !cells.has_column(column); };
    if (options_.inherits("label-column") && lacks(options.label_column)) options.label_column.clear();
    if (options_.inherits("name-columns") && std::ranges::any_of(options.name_columns, lacks))
      options.name_columns.clear();
    AnnotatedMeasures read = measures_from_cells(cells, file.name, options, position << 32);
    if (read.nameless > 0)
      builder_.note(fmt::format("{}: {} cells without a name for their measure are left out",
                                displayed(file.path.string()), read.nameless));
    add_measures(read.measures, file, position);
  }

  // A long table without a header that says so is read as one cloud.
  static std::string ignored_words(const TableMeasures& table) {
    std::string text = "columns without numbers are not used: " + named_briefly(table.ignored);
    if (table.measures.size() == 1)
      text += fmt::format("; `table` long `name-columns` {} reads a measure for each value of one",
                          displayed(table.ignored.front()));
    return text;
  }

  void add_measures(TableMeasures& table, const DataFile& file, std::size_t position) {
    builder_.seen().tables = true;
    if (!table.ignored.empty()) note_once(ignored_words(table));
    builder_.enter(table.space);
    std::uint64_t stream = position << 32;
    for (NamedCloud& measure : table.measures) {
      if (measure.label.empty()) measure.label = file.label;
      add_reduced(measure, table.has_measure_weights, stream++);
    }
  }

  // Not once for every file.
  void note_once(const std::string& sentence) {
    if (std::ranges::find(builder_.notes(), sentence) == builder_.notes().end()) builder_.note(sentence);
  }

  void read_family_file(const DataFile& file) {
    const MeasureFamily family = read_family(file.path);
    if (model_) require_same_reading(family.reading(), *model_);
    families_.push_back(family.reading());
    builder_.seen().families = true;
    builder_.enter(family.space());
    for (Index i = 0; i < family.count(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      const Measure measure = with_fewer_atoms(copy_of(family[i]), options_, at);
      builder_.add(NamedCloud{.cloud = {measure.points, measure.weights},
                              .name = family.names()[at],
                              .label = family.labels().empty() ? file.label : family.labels()[at],
                              .measure_weight = family.measure_weight(i)},
                   family.measure_weights().size() > 0);
    }
  }

  const LoadOptions& options_;
  const Reading* model_;
  const Execution& execution_;
  FamilyBuilder builder_;
  std::vector<Reading> families_;  // of the family files
  bool raw_ = false;               // anything but family files was read
  std::optional<Kind> image_kind_;
  bool alone_ = true;
  std::int64_t quantized_ = 0;
  double inertia_ = 0;
};

}  // namespace

namespace {

std::vector<DataFile> labelled(std::vector<DataFile> files, const LoadOptions& options) {
  const std::string& pattern = options.read.label_from;
  if (pattern.empty()) return files;
  const std::size_t matches = label_by_pattern(files, pattern);
  require(matches > 0 || options.inherits("label-from"),
          fmt::format("`label-from` {} matches no file, the first of which is {}", displayed(pattern),
                      displayed(files.front().path.string())));
  return files;
}

// Names of files that were passed over, a few of them.
std::string skipped_words(const std::vector<std::string>& skipped) {
  constexpr std::size_t most = 4;
  std::string names;
  for (std::size_t k = 0; k < std::min(most, skipped.size()); ++k)
    names += (k ? ", " : "") + displayed(fs::path(skipped[k]).filename().string());
  return fmt::format("skipped {}{}: no data; name a file by itself to have it read", names,
                     skipped.size() > most ? fmt::format(" and {} more", skipped.size() - most) : "");
}

void validate_reading(const LoadOptions& options) {
  validate(options.read);
  validate(options.shape);
  validate(options.palette);
  validate(options.table);
  validate(options.cells);
}

// Everything but what moves atoms.
LoadedFamily load_as_given(std::span<const std::string> arguments, const LoadOptions& options,
                           const Reading* model, const Execution& execution) {
  validate_reading(options);
  LoadOptions columns_only = with_spillover_read(options);
  const std::string weights_file = measure_weights_file(options.table.measure_weights);
  if (!weights_file.empty()) columns_only.table.measure_weights.clear();
  Loader loader(columns_only, model, execution);
  std::vector<std::string> skipped;
  std::vector<DataFile> files = find_data_files(arguments, &skipped);
  LoadedFamily loaded = loader.load(labelled(std::move(files), options));
  if (!skipped.empty()) loaded.notes.push_back(skipped_words(skipped));
  if (!weights_file.empty()) weigh_measures(loaded.family, weights_file);
  if (options.read.center && !loader.all_centered()) loaded.family = centered(loaded.family);
  return loaded;
}

}  // namespace

LoadedFamily load_family(std::span<const std::string> arguments, const LoadOptions& options,
                         const Execution& execution) {
  LoadedFamily loaded = load_as_given(arguments, options, nullptr, execution);
  for (std::string& hint : reading_hints(loaded.family, options)) loaded.notes.push_back(std::move(hint));
  if (options.read.standardize == Standardize::pooled) standardize_pooled({&loaded.family});
  return loaded;
}

LoadedFamily load_array(const SampleArray& samples, const LoadOptions& options, const Execution& execution) {
  validate_reading(options);
  LoadedFamily loaded = Loader(options, nullptr, execution).load(samples);
  if (options.read.center) loaded.family = centered(loaded.family);
  if (options.read.standardize == Standardize::pooled) standardize_pooled({&loaded.family});
  return loaded;
}

LoadedFamily load_like(const Model& model, std::span<const std::string> arguments, const LoadOptions& options,
                       std::span<const std::string> typed, const Execution& execution) {
  LoadOptions used = options_of_model(with_spillover_read(options), typed, model.reading);
  // A model that does not remember has a kind all the same.
  const bool picture = model.space.kind == Kind::shape || model.space.kind == Kind::palette;
  if (!used.read.as && picture) used.read.as = model.space.kind;
  LoadedFamily loaded = load_as_given(arguments, used, &model.reading, execution);
  if (used.read.standardize == Standardize::pooled) standardize_pooled({&loaded.family});
  require_same_size(loaded.family, model.reading);
  enter_space(loaded.family, model.space, model.analysis.mean.dimension());
  if (const OptionValue* found = model.reading.options.find("standardize")) {
    Reading reading = loaded.family.reading();
    reading.options.set("standardize", *found);
    loaded.family.set_reading(std::move(reading));
  }
  return loaded;
}

LoadedPair load_pair(const std::string& first, const std::string& second, const LoadOptions& options,
                     const Execution& execution) {
  LoadedFamily a = load_as_given(std::span(&first, 1), options, nullptr, execution);
  LoadedFamily b = load_as_given(std::span(&second, 1), options, nullptr, execution);
  require_same_space(a.family, b.family);
  if (options.read.standardize == Standardize::pooled) standardize_pooled({&a.family, &b.family});
  for (std::string& note : b.notes)
    if (std::find(a.notes.begin(), a.notes.end(), note) == a.notes.end()) a.notes.push_back(std::move(note));
  return {std::move(a.family), std::move(b.family), std::move(a.notes)};
}

}  // namespace wpga
