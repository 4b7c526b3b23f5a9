// Mass on its way, drawn as arrows in the plane.
#pragma once

#include <span>

#include "wpga/measures/measure_family.hpp"
#include "wpga/report/canvas.hpp"

namespace wpga {

struct Arrow {
  Vector from, to;
  double mass = 0;
};

// Both measures as discs with areas in proportion to their weights, source blue and target vermilion, and an
// arrow for each movement, as thick as its mass.  Dimension 2 only: InputError otherwise.  Shapes are drawn
// with y down, as images are.
Canvas flow_picture(const MeasureView& source, const MeasureView& target, std::span<const Arrow> arrows,
                    const Space& space);

}  // namespace wpga
