#include "wpga/io/load_family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/data_files.hpp"
#include "wpga/io/files/content_hash.hpp"
#include "wpga/io/loading/label_pattern.hpp"
#include "wpga/io/reading/read_events.hpp"
#include "wpga/io/reading/reading.hpp"
#include "wpga/io/reading/reading_hints.hpp"
#include "wpga/io/reading/weights_file.hpp"
#include "wpga/measures/common_space.hpp"
#include "wpga/parallel/agreement.hpp"
#include "wpga/parallel/ranks.hpp"

namespace wpga {

namespace fs = std::filesystem;

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

void validate_reading(const LoadOptions& options) { validate(options); }

std::uint64_t mark_of(const std::vector<DataFile>& files) {
  std::vector<std::string> names;
  for (const DataFile& file : files) names.push_back(file.path.string());
  ContentHash hash;
  hash.add(names);
  return hash.value();
}

std::uint64_t mark_of(const MeasureFamily& family) {
  ContentHash hash;
  hash.add(family);
  hash.add(family.names());
  hash.add(family.labels());
  return hash.value();
}

// Everything but what moves atoms.
LoadedFamily load_as_given(std::span<const std::string> arguments, const LoadOptions& options,
                           const Reading* model, const Execution& execution) {
  validate_reading(options);
  LoadOptions columns_only = with_spillover_read(options);
  const std::string weights_file = measure_weights_file(options.table.measure_weights);
  if (!weights_file.empty()) columns_only.table.measure_weights.clear();
  FamilyLoader loader(columns_only, model, execution);
  std::vector<std::string> skipped;
  std::vector<DataFile> files = find_data_files(arguments, &skipped);
  require_agreement(execution, mark_of(files), "list of files");
  LoadedFamily loaded = loader.load(labelled(std::move(files), options));
  if (!skipped.empty()) loaded.notes.push_back(skipped_words(skipped));
  if (!weights_file.empty()) weigh_measures(loaded.family, weights_file);
  if (is_shared(execution)) require_agreement(execution, mark_of(loaded.family), "data");
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

LoadedFamily load_array(SampleArray samples, const LoadOptions& options, const Execution& execution) {
  validate_reading(options);
  LoadedFamily loaded = FamilyLoader(options, nullptr, execution).load(std::move(samples));
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
