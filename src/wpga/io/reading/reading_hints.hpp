// What a person would want to know before hours are spent on data as they were read.
#pragma once

#include <string>
#include <vector>

#include "wpga/io/reading/load_options.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

// One sentence each: a column of counts or of numbers of rows that was read as a coordinate, coordinates of
// very different scale that nothing evens out, shapes and clouds of so many atoms that transport takes hours.
std::vector<std::string> reading_hints(const MeasureFamily& family, const LoadOptions& options);

}  // namespace wpga
