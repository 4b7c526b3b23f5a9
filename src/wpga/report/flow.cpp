#include "wpga/report/flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "wpga/base/error.hpp"
#include "wpga/report/plane.hpp"

namespace wpga {

namespace {

constexpr double page = 360, page_margin = 24;

// Discs of all atoms together cover a sixtieth of the page, and none hides the picture.
AtomMarks marks_of(const Color& color) {
  return {.color = with_alpha(color, 0.85), .area = (page - 2 * page_margin) * (page - 2 * page_margin) / 60};
}

// The arrow ends at the rim of the disc it points to, where its head can be seen.
void draw_arrow(Canvas& canvas, const Point& from, const Point& to, double rim, double thickness) {
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  if (length <= rim) return;
  const double share = (length - rim) / length;
  canvas.arrow(from, {from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)},
               with_alpha(colors::caption, 0.6), thickness);
}

}  // namespace

Canvas flow_picture(const MeasureView& source, const MeasureView& target, std::span<const Arrow> arrows,
                    const Space& space) {
  require(source.dimension() == 2 && target.dimension() == 2,
          fmt::format("arrows are drawn in the plane, but these measures live in dimension {}; draw a strip",
                      source.dimension()));
  Canvas canvas(page, page);
  const std::array<MeasureView, 2> both = {source, target};
  const Plane plane({0, 0, page, page}, both, page_margin,
                    space.kind == Kind::shape ? Plane::Vertical::down : Plane::Vertical::up);
  const AtomMarks sources = marks_of(colors::blue), targets = marks_of(colors::vermilion);
  double heaviest = 0;
  for (const Arrow& arrow : arrows) heaviest = std::max(heaviest, arrow.mass);
  for (const Arrow& arrow : arrows) {
    const double thickness = 0.3 + 1.2 * arrow.mass / heaviest;
    draw_arrow(canvas, plane.on_page(arrow.from), plane.on_page(arrow.to), targets.radius(arrow.mass),
               thickness);
  }
  draw_atoms(canvas, plane, source, sources);
  draw_atoms(canvas, plane, target, targets);
  return canvas;
}

}  // namespace wpga
