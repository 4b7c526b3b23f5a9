// The grain of the photo under the colours of the transfer (Pitié, Kokaram & Dahyot 2007, §4).
// docs/recolor.md
#pragma once

#include <tuple>

#include "wpga/base/options.hpp"
#include "wpga/measures/image.hpp"
#include "wpga/parallel/execution.hpp"

namespace wpga {

struct RegrainOptions {
  double grain = 1;

  static constexpr auto list() {
    return std::tuple{option("grain", &RegrainOptions::grain,
                             "how firmly --transfer pitie holds on to the gradients of the photo",
                             at_least(0))};
  }
};
static_assert(lists_every_member<RegrainOptions>);

// The picture J that minimises Σ φ |∇J − ∇photo|² + ψ |J − transferred|²: φ is large where the photo is
// smooth, so that a transfer that stretches its noise into blotches is not believed there, and small across
// edges, which colours need not cross.  With u = J − photo this smooths the step transferred − photo and
// nothing else: where that is constant, J is `transferred`; where it is zero, J is the photo.
//
// Both pictures have the same shape; a photo of greys may have gained colours.  Alpha is that of
// `transferred`.  A pyramid of coarse solutions starts each finer one: O(pixels).  Single precision, in
// parallel over rows; the same bits for any number of threads.
Image regrain(const Image& photo, Image transferred, const RegrainOptions& options,
              const Execution& execution);

}  // namespace wpga
