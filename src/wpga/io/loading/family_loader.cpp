#include "wpga/io/loading/family_loader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/files/annotated_measures.hpp"
#include "wpga/io/files/family_file.hpp"
#include "wpga/io/formats/arrays/idx_file.hpp"
#include "wpga/io/formats/images/image_file.hpp"
#include "wpga/io/loading/file_format.hpp"
#include "wpga/io/reading/long_table.hpp"
#include "wpga/io/reading/read_pictures.hpp"
#include "wpga/measures/common_space.hpp"
#include "wpga/parallel/shared_for.hpp"

namespace wpga {

namespace fs = std::filesystem;

namespace {

// The first few of many names.
std::string named_briefly(const std::vector<std::string>& names) {
  constexpr std::size_t most = 6;
  std::string text;
  for (std::size_t k = 0; k < std::min(names.size(), most); ++k)
    text += (k > 0 ? ", " : "") + (names[k].empty() ? "one without a name" : displayed(names[k]));
  return names.size() > most ? text + fmt::format(" and {} more", names.size() - most) : text;
}

// A long table without a header that says so is read as one cloud.
std::string words_without_numbers(const std::vector<std::string>& columns, std::size_t measures) {
  std::string text = "columns without numbers are not used: " + named_briefly(columns);
  if (measures == 1 && !columns.front().empty())
    text += fmt::format("; `table` long `name-columns` {} reads a measure for each value of one",
                        displayed(columns.front()));
  return text;
}

std::string words_of_counters(const std::vector<std::string>& columns) {
  const bool nameless = columns.size() == 1 && columns.front().empty();
  return fmt::format(
      "{} only counts rows and is not used; name it among `columns` to have it as a coordinate",
      nameless ? "the column without a name" : "column " + named_briefly(columns));
}

// To the other ranks.
void carry(Parcel& parcel, std::optional<OneMeasure>& single) {
  bool is_there = single.has_value();
  parcel(is_there);
  if (!is_there) return;
  if (!single) single.emplace();
  Space& space = single->space;
  parcel(single->measure.points, single->measure.weights, single->inertia, single->events, single->notes);
  parcel(space.kind, space.grid, space.axes, space.center, space.scale);
}

}  // namespace

LoadedFamily FamilyLoader::load(const std::vector<DataFile>& files) {
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
  refuse_unused_options(options_, builder_.seen());
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

LoadedFamily FamilyLoader::load(SampleArray samples) {
  raw_ = true;
  read_samples(std::move(samples), options_, execution_, builder_);
  LoadedFamily loaded{builder_.finish(), builder_.notes()};
  loaded.family.set_reading(reading(loaded.family.space().kind));
  refuse_unused_options(options_, builder_.seen());
  return loaded;
}

// Family files that remember it need not be centred again, and keep every bit.
bool FamilyLoader::all_centered() const {
  return !raw_ && std::ranges::all_of(families_, [](const Reading& file) {
    const OptionValue* found = file.options.find("center");
    return found && *found == OptionValue(true);
  });
}

// Reads the next files, side by side as long as each is one measure; returns how many.
std::size_t FamilyLoader::load_block(std::span<const DataFile> files, std::size_t position) {
  const std::size_t block = block_size(files);
  std::vector<std::optional<OneMeasure>> singles(block);
  decide_kind_of_images(files.first(block));
  const auto read = [&](int&, std::int64_t i) {
    const auto at = static_cast<std::size_t>(i);
    // A file that holds many measures may have labels of its own.
    if (holds_many(files[at].path) || unwanted(files[at])) return;
    try {
      singles[at] = read_single(files[at].path, {options_, image_kind_}, position + at);
    } catch (const InputError& error) {
      rethrow_at(displayed(files[at].path.string()), error);
    }
  };
  shared_for(
      execution_, static_cast<std::int64_t>(block), [] { return 0; }, read,
      [&](Parcel& parcel, std::int64_t i) { carry(parcel, singles[static_cast<std::size_t>(i)]); });
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
std::size_t FamilyLoader::block_size(std::span<const DataFile> files) const {
  const std::size_t most =
      64 * static_cast<std::size_t>(is_shared(execution_) ? execution_.ranks->size() : 1);
  std::int64_t left = builder_.left();
  for (std::size_t i = 0; i < std::min(files.size(), most); ++i)
    if (!holds_many(files[i].path) && !unwanted(files[i]) && --left == 0) return i + 1;
  return std::min(files.size(), most);
}

// What all files have in common.
Reading FamilyLoader::reading(Kind kind) {
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

bool FamilyLoader::unwanted(const DataFile& file) const {
  return !file.label.empty() && !builder_.wants(file.label);
}

void FamilyLoader::decide_kind_of_images(std::span<const DataFile> files) {
  if (image_kind_) return;
  for (const DataFile& file : files) {
    if (holds_many(file.path) || unwanted(file)) continue;
    if (!begins_like_image(file.path)) continue;
    if (options_.read.as) {
      require(*options_.read.as == Kind::shape || *options_.read.as == Kind::palette,
              fmt::format("{}: an image is read as a shape or a palette, not as {}",
                          displayed(file.path.string()), name_of(*options_.read.as)));
      image_kind_ = options_.read.as;
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

void FamilyLoader::add_single(const OneMeasure& single, const DataFile& file) {
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

void FamilyLoader::read_many(const DataFile& file, std::size_t position) {
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

void FamilyLoader::read_idx_file(Bytes bytes, const DataFile& file, const std::string& prefix) {
  // In a folder the labels lie beside the images and are read with them.
  if (!alone_ && decode_idx(bytes).rank() == 1) return;
  const std::optional<fs::path> beside = labels_beside(file.path);
  const std::vector<std::byte> labels = beside ? contents_of(*beside) : std::vector<std::byte>();
  read_idx(bytes, labels, prefix, file.label, options_, execution_, builder_);
}

// Columns of labels and names that only the tables of a model had are not missed.
TableOptions FamilyLoader::options_for(const Table& table) const {
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
bool FamilyLoader::read_long_table(const DataFile& file, std::size_t position) {
  const std::string extension = data_extension(file.path);
  if (extension != ".csv" && extension != ".tsv" && extension != ".txt") return false;
  std::optional<LongTable> table = LongTable::read(file.path, {options_.seed, position << 32},
                                                   [&](const Table& head) { return options_for(head); });
  if (!table) return false;
  raw_ = builder_.seen().tables = true;
  note_unused(table->unused(), table->measures());
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

void FamilyLoader::add_reduced(NamedCloud& measure, bool has_measure_weight, std::uint64_t stream) {
  if (options_.palette.colors && builder_.wants(measure.label) && !builder_.full()) {
    Measure reduced =
        with_fewer_atoms(make_measure(measure.cloud.points, measure.cloud.weights), options_, stream);
    measure.cloud = {std::move(reduced.points), std::move(reduced.weights)};
  }
  builder_.add(measure, has_measure_weight);
}

void FamilyLoader::read_table(Bytes bytes, const DataFile& file, std::size_t position) {
  const Table parsed = parse_table(text_of(bytes));
  TableMeasures table =
      measures_from_table(parsed, file.name, options_for(parsed), {options_.seed, position << 32});
  if (parsed.has_decimal_commas()) note_once("commas in numbers are read as decimal points");
  add_measures(table, file, position);
}

void FamilyLoader::read_cells(const DataFile& file, std::size_t position) {
  raw_ = true;
  builder_.seen().annotated = true;
  const AnnotatedFile cells(file.path, options_.cells.layer);
  TableOptions options = options_.table;
  const auto lacks = [&](const std::string& column) { return !cells.has_column(column); };
  if (options_.inherits("label-column") && lacks(options.label_column)) options.label_column.clear();
  if (options_.inherits("name-columns") && std::ranges::any_of(options.name_columns, lacks))
    options.name_columns.clear();
  AnnotatedMeasures read = measures_from_cells(cells, file.name, options, {options_.seed, position << 32});
  if (read.nameless > 0)
    builder_.note(fmt::format("{}: {} cells without a name for their measure are left out",
                              displayed(file.path.string()), read.nameless));
  add_measures(read.measures, file, position);
}

void FamilyLoader::add_measures(TableMeasures& table, const DataFile& file, std::size_t position) {
  builder_.seen().tables = true;
  note_unused(table.unused, table.measures.size());
  builder_.enter(table.space);
  std::uint64_t stream = position << 32;
  for (NamedCloud& measure : table.measures) {
    if (measure.label.empty()) measure.label = file.label;
    add_reduced(measure, table.has_measure_weights, stream++);
  }
}

void FamilyLoader::note_unused(const UnusedColumns& unused, std::size_t measures) {
  if (!unused.without_numbers.empty()) note_once(words_without_numbers(unused.without_numbers, measures));
  if (!unused.counters.empty()) note_once(words_of_counters(unused.counters));
}

// Not once for every file.
void FamilyLoader::note_once(const std::string& sentence) {
  if (std::ranges::find(builder_.notes(), sentence) == builder_.notes().end()) builder_.note(sentence);
}

void FamilyLoader::read_family_file(const DataFile& file) {
  MeasureFamily family = read_family(file.path);
  if (model_) require_same_reading(family.reading(), *model_);
  families_.push_back(family.reading());
  builder_.seen().families = true;
  builder_.enter(family.space());
  if (!options_.palette.colors && builder_.take(family, file.label)) return;
  for (Index i = 0; i < family.count() && !builder_.full(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Measure measure = with_fewer_atoms(copy_of(family[i]), options_, at);
    builder_.add(NamedCloud{.cloud = {measure.points, measure.weights},
                            .name = family.names()[at],
                            .label = family.labels().empty() ? file.label : family.labels()[at],
                            .measure_weight = family.measure_weight(i)},
                 family.measure_weights().size() > 0);
  }
}

}  // namespace wpga
