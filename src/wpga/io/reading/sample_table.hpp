// Columns about measures, in a table of their own with a row for each measure (`--meta table.csv`).
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "wpga/measures/sample_column.hpp"

namespace wpga {

struct SampleTable {
  std::vector<SampleColumn> columns;  // in the order of the file, without the names
  Index unmatched = 0;                // measures without a row, whose values are missing
  std::vector<std::string> unused;    // names of rows that belong to no measure
};

// Rows are joined to `names` by the column called name (or sample, measure, id, file), else by the first one.
// A measure is also found by the last part of its path, with or without extension, where that is no other's,
// and in a row that is called by the path or the file of a measure that is not.  Throws InputError for a name
// or a column that stands twice, for a table without a column besides the names, and when no row belongs to
// any measure.
SampleTable read_sample_table(const std::filesystem::path& file, std::span<const std::string> names);

}  // namespace wpga
