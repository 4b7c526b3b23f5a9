// Files one after the other into one family, each by the reader of its format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wpga/io/data_files.hpp"
#include "wpga/io/loading/single_file.hpp"
#include "wpga/io/reading/family_builder.hpp"
#include "wpga/io/reading/read_arrays.hpp"
#include "wpga/io/reading/reading.hpp"
#include "wpga/io/reading/table_measures.hpp"
#include "wpga/parallel/execution.hpp"

namespace wpga {

struct LoadedFamily {
  MeasureFamily family;
  std::vector<std::string> notes;  // what a person should know: guesses made, quantisation errors
};

class FamilyLoader {
 public:
  // Family files must not contradict the reading of the model, if there is one.  What it refers to must
  // outlive it.
  FamilyLoader(const LoadOptions& options, const Reading* model, const Execution& execution)
      : options_(options), model_(model), execution_(execution), builder_(options.read) {}

  LoadedFamily load(const std::vector<DataFile>& files);
  LoadedFamily load(SampleArray samples);
  // Family files that remember it need not be centred again, and keep every bit.
  bool all_centered() const;

 private:
  // Reads the next files, side by side as long as each is one measure; returns how many.
  std::size_t load_block(std::span<const DataFile> files, std::size_t position);
  // As many files as may be needed: each that is one measure counts towards the limit.
  std::size_t block_size(std::span<const DataFile> files) const;
  // What all files have in common.
  Reading reading(Kind kind);
  bool unwanted(const DataFile& file) const;
  void decide_kind_of_images(std::span<const DataFile> files);
  void add_single(const OneMeasure& single, const DataFile& file);
  void read_many(const DataFile& file, std::size_t position);
  void read_idx_file(Bytes bytes, const DataFile& file, const std::string& prefix);
  // Columns of labels and names that only the tables of a model had are not missed.
  TableOptions options_for(const Table& table) const;
  // Large tables that need no second look; false for all others.
  bool read_long_table(const DataFile& file, std::size_t position);
  void add_reduced(NamedCloud& measure, bool has_measure_weight, std::uint64_t stream);
  void read_table(Bytes bytes, const DataFile& file, std::size_t position);
  void read_cells(const DataFile& file, std::size_t position);
  void add_measures(TableMeasures& table, const DataFile& file, std::size_t position);
  // Not once for every file.
  void note_unused(const UnusedColumns& unused, std::size_t measures);
  void note_once(const std::string& sentence);
  void read_family_file(const DataFile& file);

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

}  // namespace wpga
