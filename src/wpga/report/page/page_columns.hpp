// Labels and columns about the samples, as the page reads them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "wpga/measures/sample_column.hpp"

namespace wpga {

// {"values": the different texts in their order, numbers by their size, "of": for each text its place}.
std::string page_classes(const std::vector<std::string>& texts);

// A list of {"name", "numbers", "classes"}, one of the latter null.
std::string page_columns(std::span<const SampleColumn> columns);

}  // namespace wpga
