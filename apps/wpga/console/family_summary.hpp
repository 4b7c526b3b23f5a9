// What was read, said to a person and as JSON.
#pragma once

#include <string>

#include "wpga/io/data_files.hpp"
#include "wpga/io/json.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

// "300 shapes in the plane, 512 to 1034 atoms"
std::string one_line_summary(const MeasureFamily& family);

// Several lines: count, dimension, atoms, box, labels, size.
std::string summary_text(const MeasureFamily& family);

// {"measures", "dimension", "kind", "atoms": {"total", "min", "median", "max"}, "box": {"low", "high"},
// "labels", …}
Json summary_document(const MeasureFamily& family);

}  // namespace wpga
