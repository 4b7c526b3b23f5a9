// Measure weights that stand in a file of their own.
#pragma once

#include <filesystem>
#include <string>

#include "wpga/measures/measure_family.hpp"

namespace wpga {

// `column_or_file` if it is the name of a file that exists, else empty.
std::string measure_weights_file(const std::string& column_or_file);

// The file is a table: names and weights, in any order, or one column of numbers in the order of the
// measures.
void weigh_measures(MeasureFamily& family, const std::filesystem::path& file);

}  // namespace wpga
