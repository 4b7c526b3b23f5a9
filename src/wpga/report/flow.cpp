#include "wpga/report/flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "wpga/base/error.hpp"

namespace wpga {

namespace {

constexpr double page = 360, margin = 24;

// The plane on the page, both axes to one scale.
class Window {
 public:
  Window(const MeasureView& source, const MeasureView& target, bool y_down) : y_down_(y_down) {
    const Vector low = source.points.rowwise().minCoeff().cwiseMin(target.points.rowwise().minCoeff());
    const Vector high = source.points.rowwise().maxCoeff().cwiseMax(target.points.rowwise().maxCoeff());
    center_ = (low + high) / 2;
    const double extent = (high - low).maxCoeff();
    scale_ = extent > 0 ? (page - 2 * margin) / extent : 1;
  }
  Point on_page(const Vector& point) const {
    const Vector moved = scale_ * (point - center_);
    return {page / 2 + moved[0], page / 2 + (y_down_ ? moved[1] : -moved[1])};
  }

 private:
  Vector center_;
  double scale_ = 1;
  bool y_down_;
};

// Discs of all atoms together cover a sixtieth of the page, and none hides the picture.
double radius_of(double weight) {
  const double area = (page - 2 * margin) * (page - 2 * margin) / 60;
  return std::clamp(std::sqrt(weight * area / M_PI), 0.8, 8.0);
}

void draw_atoms(Canvas& canvas, const Window& window, const MeasureView& measure, const Color& color) {
  for (Index k = 0; k < measure.size(); ++k)
    canvas.disc(window.on_page(measure.points.col(k)), radius_of(measure.weights[k]),
                with_alpha(color, 0.85));
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
  const Window window(source, target, space.kind == Kind::shape);
  double heaviest = 0;
  for (const Arrow& arrow : arrows) heaviest = std::max(heaviest, arrow.mass);
  for (const Arrow& arrow : arrows) {
    const double thickness = 0.3 + 1.2 * arrow.mass / heaviest;
    draw_arrow(canvas, window.on_page(arrow.from), window.on_page(arrow.to), radius_of(arrow.mass),
               thickness);
  }
  draw_atoms(canvas, window, source, colors::blue);
  draw_atoms(canvas, window, target, colors::vermilion);
  return canvas;
}

}  // namespace wpga
