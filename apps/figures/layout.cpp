#include "figures/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

namespace wpga::layout {

namespace {

constexpr double caption_height = 10;
constexpr double block_title = 14, block_gap = 12, frame_gap = 2, label_width = 40;

double column_width() { return (page_width - 2 * margin - block_gap) / 2; }

double frame_width(const StripBlock& block) {
  const auto count = static_cast<double>(block.times.size());
  return (column_width() - label_width + frame_gap) / count - frame_gap;
}

double block_height(const StripBlock& block, double aspect) {
  const auto rows = static_cast<double>(block.rows.size());
  return block_title + rows * (aspect * frame_width(block) + frame_gap) - frame_gap + caption_height;
}

void draw_block(Canvas& canvas, const Point& corner, const StripBlock& block, const Space& space) {
  canvas.text({corner.x, corner.y + 9}, block.title, panel_font, colors::ink);
  double y = corner.y + block_title;
  const double width = frame_width(block);
  for (const StripBlock::Row& row : block.rows) {
    const auto painter = shape_painter(row.measures, space, InkScale::common);
    FrameRow frames{0, block.times.size(), {}};
    const bool last = &row == &block.rows.back();
    for (const double time : block.times)
      if (last) frames.captions.push_back(time_words(time));
    draw_row(canvas, *painter, {corner.x + label_width, y}, width, frame_gap, frames);
    const double middle = y + painter->aspect() * width / 2;
    canvas.text({corner.x, middle}, row.label, label_font, colors::ink);
    canvas.text({corner.x, middle + 9}, row.number, caption_font, colors::caption);
    y += row_height(*painter, width, last) + frame_gap;
  }
}

}  // namespace

double row_height(const FramePainter& painter, double frame_width, bool captions) {
  return painter.aspect() * frame_width + (captions ? caption_height : 0);
}

void draw_row(Canvas& canvas, const FramePainter& painter, const Point& corner, double frame_width,
              double gap, const FrameRow& row) {
  const double height = painter.aspect() * frame_width;
  for (std::size_t i = 0; i < row.count; ++i) {
    const double x = corner.x + static_cast<double>(i) * (frame_width + gap);
    painter.paint(canvas, {x, corner.y, frame_width, height}, row.first + i);
    if (i < row.captions.size())
      canvas.text({x + frame_width / 2, corner.y + height + caption_height - 2}, row.captions[i],
                  caption_font, colors::caption, Align::center);
  }
}

Canvas block_page(std::span<const StripBlock> blocks, const Space& space) {
  assert(!blocks.empty());
  const double aspect = shape_painter(blocks[0].rows[0].measures, space, InkScale::common)->aspect();
  // Pairs of blocks side by side; a pair is as high as its higher one.
  std::vector<double> tops = {margin};
  for (std::size_t i = 0; i < blocks.size(); i += 2) {
    double height = block_height(blocks[i], aspect);
    if (i + 1 < blocks.size()) height = std::max(height, block_height(blocks[i + 1], aspect));
    tops.push_back(tops.back() + height + block_gap);
  }
  Canvas canvas(page_width, tops.back() - block_gap + margin);
  for (std::size_t i = 0; i < blocks.size(); ++i)
    draw_block(canvas, {i % 2 == 0 ? margin : margin + column_width() + block_gap, tops[i / 2]}, blocks[i],
               space);
  return canvas;
}

std::vector<Measure> measures_along(const Measure& mean, const GeneralizedGeodesic& curve,
                                    std::span<const double> times) {
  std::vector<Measure> measures;
  for (const double time : times) measures.push_back({points_at(mean.points, curve, time), mean.weights});
  return measures;
}

double draw_key(Canvas& canvas, const Point& at, const Color& color, std::string_view text) {
  canvas.rectangle({at.x, at.y - 5.5, 6, 6}, color);
  canvas.text({at.x + 9, at.y}, text, label_font, colors::ink);
  return at.x + 9 + canvas.text_size(text, label_font).width + 12;
}

std::string time_words(double time) {
  constexpr std::array<std::pair<double, std::string_view>, 13> known = {{{0, "0"},
                                                                          {0.125, "⅛"},
                                                                          {1.0 / 6, "⅙"},
                                                                          {0.25, "¼"},
                                                                          {1.0 / 3, "⅓"},
                                                                          {0.375, "⅜"},
                                                                          {0.5, "½"},
                                                                          {0.625, "⅝"},
                                                                          {2.0 / 3, "⅔"},
                                                                          {0.75, "¾"},
                                                                          {5.0 / 6, "⅚"},
                                                                          {0.875, "⅞"},
                                                                          {1, "1"}}};
  for (const auto& [value, word] : known)
    if (std::abs(time - value) < 1e-9) return fmt::format("t = {}", word);
  return fmt::format("t = {:.3g}", time);
}

}  // namespace wpga::layout
