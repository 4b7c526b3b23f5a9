#include "wpga/io/reading/reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/options_json.hpp"

namespace wpga {

namespace {

// Where a measure stands in its file: another file may have it elsewhere, so that a typed value is no
// contradiction.
constexpr std::array<std::string_view, 6> places = {"table",        "array",        "weight-column",
                                                    "label-column", "name-columns", "label-from"};

bool is_place(std::string_view name) { return std::ranges::find(places, name) != places.end(); }

bool holds(const Reading& reading, std::string_view name, const OptionValue& value) {
  const OptionValue* found = reading.options.find(name);
  return found && *found == value;
}

// Pictures that were resampled, or moved to a common centre, have sizes of their own.
bool keeps_size(const Reading& model) {
  return !model.size.empty() && holds(model, "resize", "") && holds(model, "center", false);
}

// The model asked for nothing, and what comes out is checked: axes, or the size of the pictures.
bool is_open(std::string_view name, const Reading& model) {
  if (name == "columns") return holds(model, "columns", std::vector<std::string>());
  return name == "resize" && keeps_size(model);
}

// The options of this name that matter to what was seen.
bool matters(std::string_view name, const InputsSeen& seen) {
  using Names = std::initializer_list<std::string_view>;
  const auto among = [&](Names names) { return std::ranges::find(names, name) != names.end(); };
  if (among({"as", "standardize", "center", "label-from"})) return true;
  if (name == "array") return seen.archives;
  if (among({"invert", "threshold", "resize", "grey"})) return seen.shapes;
  if (among({"color-space", "pixels"})) return seen.palettes;
  if (name == "colors") return seen.palettes || seen.clouds || seen.tables || seen.events;
  if (among({"transform", "sample"})) return seen.clouds || seen.tables || seen.events;
  if (name == "compensation") return seen.events;
  if (name == "layer") return seen.annotated;
  if (name == "columns") return seen.tables || seen.events;
  return seen.tables && among({"table", "weight-column", "label-column", "name-columns"});
}

bool is_remembered(std::string_view name) {
  return matters(name, {.shapes = true,
                        .palettes = true,
                        .clouds = true,
                        .tables = true,
                        .events = true,
                        .annotated = true,
                        .archives = true});
}

std::string flag_words(std::string_view name, const OptionValue& value) {
  return value == OptionValue(true) ? fmt::format("`{}`", name) : fmt::format("`{}` {}", name, value.words());
}

// "with --resize 48", "without --center".
std::string with_words(std::string_view name, const OptionValue& value) {
  return value.is_absent() ? fmt::format("without `{}`", name) : "with " + flag_words(name, value);
}

std::string size_words(const std::vector<std::int64_t>& size) {
  return fmt::format("{}", fmt::join(size, " × "));
}

// Fewer atoms, a mean of 0 and the numbers of the model's standardisation can still be given to measures that
// were read without; columns are known by the names of the axes.
bool can_be_made_up_for(std::string_view name, const OptionValue& file, const OptionValue& model) {
  if (name == "center") return model == OptionValue(true);
  if (name == "colors") return model.number() && (!file.number() || *file.number() > *model.number());
  return name == "standardize" || name == "columns" || is_place(name);
}

}  // namespace

Reading reading_of(const LoadOptions& options, const InputsSeen& seen, Kind kind) {
  Reading reading;
  LoadOptions used = options;
  used.read.as = kind;
  if (seen.palettes && !used.palette.colors) used.palette.colors = default_colors;
  for_each_option(used, [&](const auto& entry, const auto& value) {
    if (entry.name == "label-from" && used.read.label_from.empty()) return;
    if (matters(entry.name, seen)) reading.options.set(entry.name, value_of(value));
  });
  return reading;
}

Reading read_again(Reading file, const LoadOptions& options, Kind kind) {
  if (options.read.center) file.options.set("center", true);
  if (options.palette.colors) file.options.set("colors", *options.palette.colors);
  if (options.read.standardize != Standardize::none)
    file.options.set("standardize", value_of(options.read.standardize));
  // A file that says nothing, and to which nothing was done, goes on saying nothing.
  if (!file.empty()) file.options.set("as", value_of(kind));
  return file;
}

Reading common_reading(const Reading& first, const Reading& second) {
  Reading common{.size = first.size == second.size ? first.size : std::vector<std::int64_t>()};
  for (const auto& [name, value] : first.options)
    if (const OptionValue* other = second.options.find(name); other && *other == value)
      common.options.set(name, value);
  return common;
}

std::string reading_text(const Reading& reading) {
  Json all = json_of(reading.options);
  if (!reading.size.empty()) all["size"] = reading.size;
  return json_text(all, -1);
}

Reading reading_from(std::string_view text) {
  const Json all = parsed_json(text);
  require(all.is_object(), not_an_object);
  Reading reading;
  LoadOptions known;
  for_each_option(known, [&](const auto& entry, auto&) {
    const auto found = all.find(std::string(entry.name));
    if (found != all.end() && is_remembered(entry.name)) reading.options.set(entry.name, value_from(*found));
  });
  // Values that no option takes are refused here, at the door.
  (void)options_from<LoadOptions>(reading.options);
  if (const auto size = all.find("size"); size != all.end()) {
    const auto is_extent = [](const Json& side) {
      return side.is_number_integer() && side.get<std::int64_t>() > 0;
    };
    require(size->is_array() && std::ranges::all_of(*size, is_extent),
            "its size is no list of whole numbers");
    reading.size = size->get<std::vector<std::int64_t>>();
  }
  return reading;
}

LoadOptions options_of_model(const LoadOptions& options, std::span<const std::string> typed,
                             const Reading& model) {
  LoadOptions used = options;
  for_each_option(used, [&](const auto& entry, auto& value) {
    const OptionValue* recorded = model.options.find(entry.name);
    if (!recorded) return;
    if (std::ranges::find(typed, entry.name) == typed.end()) {
      set_value(*recorded, value);
      used.inherited.emplace_back(entry.name);
      return;
    }
    const OptionValue asked = value_of(value);
    require(
        asked == *recorded || is_place(entry.name) || is_open(entry.name, model),
        fmt::format("{}: the data of the model were read {}; leave the flag out, and new data are read as "
                    "they were",
                    flag_words(entry.name, asked), with_words(entry.name, *recorded)));
  });
  // Coordinates are standardised with the numbers of the model, not with their own.
  if (model.options.contains("standardize")) used.read.standardize = Standardize::none;
  return used;
}

void require_same_reading(const Reading& file, const Reading& model) {
  for (const auto& [name, wanted] : model.options) {
    const OptionValue* found = file.options.find(name);
    if (!found || *found == wanted) continue;
    // Another way to the size of the model's pictures is as good.
    if (can_be_made_up_for(name, *found, wanted) || is_open(name, model)) continue;
    throw InputError(
        fmt::format("its measures were read {}, those of the model {}; give the raw data, which "
                    "are read as the model's were",
                    with_words(name, *found), with_words(name, wanted)));
  }
}

void require_same_size(const MeasureFamily& data, const Reading& model) {
  const Space& space = data.space();
  const Reading& reading = data.reading();
  if (!keeps_size(model) || space.kind != Kind::shape || space.grid.empty()) return;
  if (reading.size == model.size || !reading.options.contains("resize")) return;  // the same, or not known
  const std::string found = space.grid == model.size ? "of several sizes" : size_words(space.grid);
  const std::string hint = model.size.size() == 2 ? fmt::format("; `resize` {}x{} brings them to that size",
                                                                model.size[1], model.size[0])
                                                  : std::string();
  throw InputError(fmt::format("the pictures of the model are {}, but these are {}{}", size_words(model.size),
                               found, hint));
}

std::string reading_words(const Reading& reading) {
  LoadOptions defaults;
  std::string words;
  for_each_option(defaults, [&](const auto& entry, const auto& value) {
    const OptionValue* found = reading.options.find(entry.name);
    if (!found || found->is_absent() || *found == value_of(value)) return;
    if (!words.empty()) words += " ";
    words += flag_words(entry.name, *found);
  });
  return words;
}

}  // namespace wpga
