// Where the measures stand on a component, each with the band that a bootstrap gives it (docs/stability.md).
#pragma once

#include <span>
#include <vector>

#include "wpga/report/canvas.hpp"
#include "wpga/study/model.hpp"

namespace wpga {

// Times on the curve: the 5th percentile, the measure itself, the 95th; beyond 0 and 1 where scores are.
struct TimeBand {
  double low = 0, time = 0, high = 0;
};

// One for each measure, in the order of their times; none where the model has no bootstrap.
std::vector<TimeBand> time_bands(const Model& model, std::size_t component);

// Points that a panel of so many bands is high; 0 for none.
double bands_height(std::size_t count);

// A line for each band and a dot on it, from the top down.  `centers` are the x of `times`, which rise;
// between them x is linear in time.  What leaves the box ends at its side.
void draw_bands(Canvas& canvas, const Box& box, std::span<const TimeBand> bands,
                std::span<const double> times, std::span<const double> centers);

}  // namespace wpga
