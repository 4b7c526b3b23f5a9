// The table of a comparison, a row for each method and number of components: what files, the console and
// other languages tell.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "wpga/study/comparison.hpp"

namespace wpga {

// Numbers by name; what does not apply is nothing.
using NamedNumbers = std::vector<std::pair<std::string, std::optional<double>>>;

// What the first k + 1 components together leave of the measures, what component k alone does, and the shares
// of the variance about the common mean; names are those of a Component, the variance that of the comparison.
NamedNumbers remainders_of(const ComparedMethod& method, Index k, const Comparison& comparison);

// The whole row: remainders, every certificate that some curve has, free numbers, seconds, and the central
// interval of the shares of measures drawn again, where there were draws.
NamedNumbers comparison_row(const ComparedMethod& method, Index k, const Comparison& comparison);

}  // namespace wpga
