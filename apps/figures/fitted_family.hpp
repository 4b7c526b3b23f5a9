// What most figures show: a family, its mean and its components.
#pragma once

#include <cstdint>

#include "wpga/analysis/analysis.hpp"
#include "wpga/io/json.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/parallel/execution.hpp"

namespace wpga {

// A family with its free-support mean and principal geodesics, all by default options: `components` of them,
// or one to that many where the measures have no more.  Throws InputError where they have none.
struct FittedFamily {
  MeasureFamily family;
  Analysis analysis;
  double mean_seconds = 0;
  double component_seconds = 0;  // all components
};
FittedFamily fitted_family(MeasureFamily family, double components, std::uint64_t seed,
                           const Execution& execution);

// Of every component: the share it explains, together with those before, and its certificates.
Json component_numbers(const Analysis& analysis);

}  // namespace wpga
