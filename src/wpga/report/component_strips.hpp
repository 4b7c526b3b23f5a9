// Pictures of fitted curves: a row of measures for each component, or a grid for two together.
#pragma once

#include <span>
#include <vector>

#include "wpga/report/canvas.hpp"
#include "wpga/study/model.hpp"

namespace wpga {

// Each component (counted from 0) alone, at the given times.
Canvas component_strips(const Model& model, std::span<const std::size_t> components,
                        std::span<const double> times);

// Components `across` and `down` together: columns are times of the one, rows of the other.
Canvas component_grid(const Model& model, std::size_t across, std::size_t down,
                      std::span<const double> times);

// What a picture shows at these times on the components together: the measure, or for curves of weights the
// weights themselves, of any sign, with the weight that is full ink (0 for measures).
struct DrawnMeasure {
  Measure measure;
  double full = 0;
};
DrawnMeasure drawn_at(const Analysis& analysis, std::span<const std::size_t> components,
                      std::span<const double> times);

}  // namespace wpga
