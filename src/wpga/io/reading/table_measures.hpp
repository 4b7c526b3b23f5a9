// The three readings of a table as measures.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "wpga/io/formats/clouds/cloud.hpp"
#include "wpga/io/formats/tables/table.hpp"
#include "wpga/io/formats/tables/table_cells.hpp"
#include "wpga/io/formats/tables/table_options.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

struct TableMeasures {
  Space space;  // kind, and one axis name for each coordinate
  std::vector<NamedCloud> measures;
  bool has_measure_weights = false;
  UnusedColumns unused = {};  // of clouds
};

// long: a column is called measure, or sample or name while fewer than two headers are bins;
// histograms: at least two headers are bins (numbers or ranges, see histogram_bins.hpp); cloud: everything
// else.
TableForm guess_form(const Table& table);

// Rows of one `measure` (or `sample`, `name`) are its atoms, adjacent or not; measures come in the order in
// which they first appear.  Labels and measure weights must agree within a measure.
TableMeasures measures_from_long_form(const Table& table, const TableOptions& options = {},
                                      RowDraws draws = {});

// Every row an atom of the one measure called `name`.
TableMeasures measure_from_cloud(const Table& table, std::string name, const TableOptions& options = {},
                                 RowDraws draws = {});

// Every row a histogram over the bins of the header.
TableMeasures measures_from_histograms(const Table& table, const TableOptions& options = {});

// By options.form, or by guess_form.  `name` is that of a cloud; measure i of this table draws its sample
// from stream draws.stream + i of the seed.  All three throw InputError with line and column for a missing or
// infinite number, a negative weight, and a coordinate the transform is not defined for.
TableMeasures measures_from_table(const Table& table, std::string name, const TableOptions& options = {},
                                  RowDraws draws = {});

// The k of 0 … count−1 that --sample keeps, increasing: Knuth's selection sampling (TAOCP 2, 3.4.2, algorithm
// S): row r is kept when Random(seed, stream).below(rows left) < rows still wanted.  Every subset of k rows
// is equally likely.
std::vector<Index> sampled_rows(Index count, Index wanted, std::uint64_t seed, std::uint64_t stream);

// The measures as a family of their own.
MeasureFamily family_of(const TableMeasures& table);

}  // namespace wpga
