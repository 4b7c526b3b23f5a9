// A model of palettes, as those who recolour photos see it: colours at a time, and the time of a photo.
#pragma once

#include <string>

#include "wpga/measures/color.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/study/model.hpp"

namespace wpga {

// Throws InputError, beginning with `name`, unless the model is one of palettes in RGB or CIELAB and has the
// component, counted from 1.
void require_palette_component(const Model& model, const std::string& name, int component);

ColorSpace color_space_of(const Model& model);

// The palette on the component (counted from 1) at the time, in the units of its colour space, any
// standardisation undone.
Measure palette_at(const Model& model, int component, double time);

// Where on the component a palette, in the units of the colour space, is nearest; exact transport, proven.
struct NearestTime {
  double time = 0;
  double squared_distance = 0;  // in the coordinates of the model
  double lower_bound = 0;       // of the same
};
NearestTime nearest_time(const Model& model, int component, const Measure& palette,
                         const Execution& execution);

}  // namespace wpga
