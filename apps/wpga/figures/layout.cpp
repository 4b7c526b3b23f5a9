#include "layout.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

namespace wpga::layout {

namespace {
constexpr double caption_height = 10;
}

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

double draw_key(Canvas& canvas, const Point& at, const Color& color, std::string_view text) {
  canvas.rectangle({at.x, at.y - 5.5, 6, 6}, color);
  canvas.text({at.x + 9, at.y}, text, label_font, colors::ink);
  return at.x + 9 + canvas.text_size(text, label_font).width + 12;
}

std::string time_words(double time) {
  constexpr std::array<std::pair<double, std::string_view>, 7> known = {
      {{0, "0"}, {0.25, "¼"}, {1.0 / 3, "⅓"}, {0.5, "½"}, {2.0 / 3, "⅔"}, {0.75, "¾"}, {1, "1"}}};
  for (const auto& [value, word] : known)
    if (std::abs(time - value) < 1e-9) return fmt::format("t = {}", word);
  return fmt::format("t = {:.3g}", time);
}

}  // namespace wpga::layout
