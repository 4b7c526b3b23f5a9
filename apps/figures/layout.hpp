// What the pages of the figures share: the width of a printed page, its fonts, and grids of frames.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wpga/analysis/curves/generalized_geodesic.hpp"
#include "wpga/report/canvas.hpp"
#include "wpga/report/frames/frames.hpp"

namespace wpga::layout {

// A figure across a printed page; half of it is a column.
inline constexpr double page_width = 504;  // 7 inches
inline constexpr double margin = 8;
inline constexpr Font panel_font{.size = 8.5, .bold = true};
inline constexpr Font label_font{.size = 7.5};
inline constexpr Font caption_font{.size = 7};
inline constexpr Font symbol_font{.size = 10, .italic = true};

// A row of equal frames of one painter, `gap` points apart, with an optional caption under each.
struct FrameRow {
  std::size_t first = 0;  // frame of the painter at the left
  std::size_t count = 0;
  std::vector<std::string> captions;
};

// Height of a row of frames of this width, captions included.
double row_height(const FramePainter& painter, double frame_width, bool captions);

void draw_row(Canvas& canvas, const FramePainter& painter, const Point& corner, double frame_width,
              double gap, const FrameRow& row);

// Curves one under the other, drawn at common times, each with a label and a number at its left.
struct StripBlock {
  struct Row {
    std::string label, number;
    std::vector<Measure> measures;  // one for each time
  };
  std::string title;
  std::vector<double> times;
  std::vector<Row> rows;
};

// Blocks in two columns on one page, each row with an intensity scale of its own.
Canvas block_page(std::span<const StripBlock> blocks, const Space& space);

// The measures of a curve at the given times.
std::vector<Measure> measures_along(const Measure& mean, const GeneralizedGeodesic& curve,
                                    std::span<const double> times);

// A small coloured mark and what it stands for; returns where the next one may begin.
double draw_key(Canvas& canvas, const Point& at, const Color& color, std::string_view text);

// "t = 0", "t = ¼", … for sixths and eighths, "t = 0.35" for other times.
std::string time_words(double time);

}  // namespace wpga::layout
