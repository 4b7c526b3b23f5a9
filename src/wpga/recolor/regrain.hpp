// The grain of the photo under the colours of the transfer (Pitié, Kokaram & Dahyot 2007, §4).
// docs/recolor.md
#pragma once

#include "wpga/base/options.hpp"
#include "wpga/measures/image.hpp"
#include "wpga/parallel/execution.hpp"

namespace wpga {

struct RegrainOptions {
  double grain = 1;

  static constexpr auto list() {
    return Listing{option("grain", &RegrainOptions::grain,
                          "how firmly the gradients of the photo are held on to; 0: not at all",
                          between(0, 1e6))};
  }
};
static_assert(lists_every_member<RegrainOptions>);

// A picture J that makes Σ φ |∇J − ∇photo|² + ψ |J − transferred|² small: φ is large where the photo is
// smooth, so that a transfer that stretches its noise into blotches is not believed there, and small across
// edges, which colours need not cross.  With u = J − photo this smooths the step transferred − photo and
// nothing else: u is an average of steps nearby, on this side of the edges, weighted by ψ.  Where the steps
// are constant J is `transferred`, where they are zero J is the photo.
//
// The paper solves for J on a pyramid; here the smoothing is done exactly along rows, then along columns,
// three times in turn (fast global smoothing, Min, Choi, Lu, Ham, Sohn & Do 2014), at all scales at once and
// without leaks where a coarse pixel would straddle an edge.
//
// Both pictures have the same size; a photo of greys may have gained colours.  Alpha is that of
// `transferred`. O(pixels), 24 bytes for each; single precision inside.  The same bits for any number of
// threads.
Image regrain(const Image& photo, Image transferred, const RegrainOptions& options,
              const Execution& execution);

}  // namespace wpga
