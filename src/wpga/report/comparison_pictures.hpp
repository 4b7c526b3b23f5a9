// Pictures of a comparison: first components one under the other, and what each method explains.
#pragma once

#include "wpga/measures/measure_family.hpp"
#include "wpga/report/canvas.hpp"
#include "wpga/study/comparison.hpp"

namespace wpga {

// A row for each method: its component number `component` (from 0) at `times` (two or more) equally spaced
// times, as in the first figure of the paper, all running the way the first one does.  Curves of weights are
// shown with their signs.  The window is that of the data, the training measures: atoms that a method puts
// beyond it are cut off, and the heading says so.
Canvas comparison_strips(const Comparison& comparison, const MeasureFamily& data, std::size_t component,
                         int times);

// For each number of components a group of bars, one a method: the share explained; a tick where the held-out
// measures stand, and a line from the 5th to the 95th percentile of the bootstrap.
Canvas comparison_scree(const Comparison& comparison);

}  // namespace wpga
