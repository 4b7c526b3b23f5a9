// Cells of an AnnData file as measures: a column of `obs` says of which one.
#pragma once

#include <cstdint>
#include <string>

#include "wpga/io/files/annotated_file.hpp"
#include "wpga/io/formats/tables/table_options.hpp"
#include "wpga/io/reading/table_measures.hpp"

namespace wpga {

// The options of tables serve: `name-columns`, `label-column`, `weight-column` and `measure-weights` are
// columns of obs, `columns` are variables by name; `table` cloud makes one measure, called `name`, of the
// file. Measures come in the order of their first cell; cells without a name are left out and counted in
// `nameless`.
struct AnnotatedMeasures {
  TableMeasures measures;
  Index nameless = 0;
};
AnnotatedMeasures measures_from_cells(const AnnotatedFile& file, const std::string& name,
                                      const TableOptions& options, RowDraws draws);

}  // namespace wpga
