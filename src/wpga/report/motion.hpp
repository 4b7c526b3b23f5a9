// The atoms of a mean on their way along each component, seen in two coordinates.
#pragma once

#include <array>
#include <span>

#include "wpga/report/canvas.hpp"
#include "wpga/study/model.hpp"

namespace wpga {

// A panel for each component, in the plane of its two coordinates (counted from 0), each to a scale of its
// own, named and with its range in the units of the data.  A disc where an atom of the mean is at time 0, an
// arrow to where it is at time 1; the more of the component's motion an atom makes, the darker.
Canvas motion_picture(const Model& model, std::span<const std::array<Index, 2>> planes);

}  // namespace wpga
