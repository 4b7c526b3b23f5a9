// How a table becomes measures.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "wpga/base/options.hpp"
#include "wpga/io/formats/tables/column_transforms.hpp"

namespace wpga {

// long: one row an atom, a column says of which measure.  cloud: one row an atom, the file is the measure.
// histograms: one row a measure, the header holds the bins.
enum class TableForm { automatic, long_form, cloud, histograms };
constexpr std::array<std::string_view, 4> names(TableForm) { return {"auto", "long", "cloud", "histograms"}; }

struct TableOptions {
  TableForm form = TableForm::automatic;
  std::vector<std::string> columns;
  ColumnTransforms transform;
  int sample = 0;
  std::string weight_column;
  std::string label_column;
  std::vector<std::string> name_columns;
  std::string measure_weights;

  static constexpr auto list() {
    return Listing{
        option("table", &TableOptions::form, "how rows become measures"),
        option("columns", &TableOptions::columns,
               "columns that hold the coordinates (or the bins), by name or number from 1; default: all "
               "numeric ones that do not just count rows"),
        option("transform", &TableOptions::transform,
               "of every coordinate (none, log10, asinh, asinh(150): asinh of x/150), or column by column: "
               "CD4:asinh(150),FSC:linear"),
        option("sample", &TableOptions::sample,
               "draw so many rows of each cloud, without replacement; 0: all of them", at_least(0)),
        option("weight-column", &TableOptions::weight_column,
               "column with the weights of the atoms; default: the one called weight, if there is one"),
        option("label-column", &TableOptions::label_column,
               "column with the labels of the measures; default: the one called label, if there is one"),
        option("name-columns", &TableOptions::name_columns,
               "columns whose cells, joined by blanks, name a measure; default: see the manual of tables"),
        option("measure-weights", &TableOptions::measure_weights,
               "column with the weight of each measure, or a file of names and weights")};
  }
};
static_assert(lists_every_member<TableOptions>);

// The random numbers by which `sample` chooses rows: measure i of a table has stream + i.
struct RowDraws {
  std::uint64_t seed = 1, stream = 0;
};

}  // namespace wpga
