// Measures from the text of a table.
#pragma once

#include <string_view>

#include "wpga/io/reading/table_measures.hpp"

namespace wpga::testing {

inline TableMeasures read_table(std::string_view text, const TableOptions& options = {}) {
  return measures_from_table(parse_table(text), "file", options);
}

}  // namespace wpga::testing
