// Digits of MNIST as shapes, and what is fitted to them.
#pragma once

#include <string>

#include "figure.hpp"
#include "wpga/analysis/analysis.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

// The first `images` training images of a digit.  Throws InputError, saying where MNIST is to be had, when
// the folder of options.digits does not hold it.
MeasureFamily mnist_digits(int digit, int images, const FigureOptions& options, const Execution& execution);

// A family with its free-support mean and principal geodesics, all by default options.
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
