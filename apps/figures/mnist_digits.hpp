// Digits of MNIST as shapes.
#pragma once

#include "figures/figure.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

// The first `images` training images of a digit.  Throws InputError, saying where MNIST is to be had, when
// the folder of options.digits does not hold it.
MeasureFamily mnist_digits(int digit, int images, const FigureOptions& options, const Execution& execution);

}  // namespace wpga
