// A photo in the colours of a palette.  docs/recolor.md
#pragma once

#include <array>
#include <string_view>

#include "wpga/base/options.hpp"
#include "wpga/measures/color.hpp"
#include "wpga/measures/image.hpp"
#include "wpga/measures/measure.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/recolor/color_map.hpp"
#include "wpga/recolor/distribution_transfer.hpp"
#include "wpga/recolor/regrain.hpp"

namespace wpga {

// plan: the optimal plan between the palettes, continued to all colours.  pitie: iterative distribution
// transfer and regrain.
enum class Transfer { plan, pitie };
constexpr std::array<std::string_view, 2> names(Transfer) { return {"plan", "pitie"}; }

struct RecolorOptions {
  Transfer transfer = Transfer::plan;
  ColorMapOptions map;
  DistributionTransferOptions distribution;
  RegrainOptions regrain;

  static constexpr auto list() {
    using O = RecolorOptions;
    return Listing{option("transfer", &O::transfer,
                          "plan: the optimal plan between the palettes, continued smoothly; pitie: "
                          "iterative distribution transfer with regrain"),
                   options_of(&O::map), options_of(&O::distribution), options_of(&O::regrain)};
  }
};
static_assert(lists_every_member<RecolorOptions>);

// From the palette of the photo to another one, both in the same space.
struct PaletteChange {
  Measure from;  // 3 × p, such as photo_palette gives it
  Measure to;    // 3 × q
  ColorSpace space = ColorSpace::rgb;
};

// The photo (samples in [0,1], grey or colour, with alpha or without) with its colours carried to the palette
// `change.to`; 3 channels, or 4 where the photo has alpha, all samples in [0,1].  Throws InputError for
// samples outside and palettes that are not three-dimensional.  A second or two for twelve megapixels with
// the plan; about one more copy of the photo in memory.  The same bits for any number of threads.
Image recolored(const Image& photo, const PaletteChange& change, const RecolorOptions& options,
                const Execution& execution);

}  // namespace wpga
