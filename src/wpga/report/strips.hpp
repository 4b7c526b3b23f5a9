// Pictures of many measures: contact sheets of a family and strips along a curve.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "wpga/base/options.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/report/canvas.hpp"
#include "wpga/report/frames/frames.hpp"
#include "wpga/report/score_bands.hpp"

namespace wpga {

struct SheetOptions {
  std::string title;
  int limit = 60;
  int columns = 0;
  double frame_width = 90;
  bool captions = true;
  InkScale ink_scale = InkScale::each;

  static constexpr auto list() {
    using O = SheetOptions;
    return Listing{
        option("title", &O::title, "line above the picture"),
        option("limit", &O::limit, "most measures shown; of a larger family, evenly spread ones",
               between(1, 5000)),
        option("columns", &O::columns, "frames in a row; 0 chooses a page a little wider than high",
               between(0, 5000)),
        option("frame-width", &O::frame_width, "width of a frame in points, 1/72 inch", between(8, 2000)),
        option("captions", &O::captions, "names under the frames"),
        option("ink-scale", &O::ink_scale, "shapes: one intensity scale for all frames or one for each")};
  }
};
static_assert(lists_every_member<SheetOptions>);

// The measures of a family side by side, drawn as its kind asks (see frames.hpp).  An empty family gives a
// page that says so.  Throws InputError for a page too large to draw.
Canvas contact_sheet(const MeasureFamily& family, const SheetOptions& options);

struct StripOptions {
  std::string title;
  double frame_width = 90;
  InkScale ink_scale = InkScale::common;

  static constexpr auto list() {
    using O = StripOptions;
    return Listing{
        option("title", &O::title, "line above the picture"),
        option("frame-width", &O::frame_width, "width of a frame in points, 1/72 inch", between(8, 2000)),
        option("ink-scale", &O::ink_scale, "shapes: one intensity scale for all frames or one for each")};
  }
};
static_assert(lists_every_member<StripOptions>);

// A row of measures with a caption under each (fewer captions than measures: the last frames have none).
struct StripRow {
  std::string heading;  // above the row; may be empty
  std::vector<MeasureView> measures;
  std::vector<std::string> captions;
  // Positive: weights may have any sign; what is negative is drawn in blue, what exceeds this one in green.
  double full = 0;
  // Drawn below the frames, which stand at these rising times; none for fewer than two frames.
  std::vector<TimeBand> bands = {};
  std::vector<double> times = {};
  std::string band_words = {};  // what the bands are
};

// Rows of one picture share window, intensity and order of colours, so they can be compared.
Canvas strips(std::span<const StripRow> rows, const Space& space, const StripOptions& options);

// One row, for example a curve of measures at its times.
Canvas strip(std::span<const MeasureView> measures, const Space& space, std::span<const std::string> captions,
             const StripOptions& options);

}  // namespace wpga
