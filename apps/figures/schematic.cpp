#include "figures/schematic.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "figures/layout.hpp"
#include "wpga/base/linear_algebra.hpp"
#include "wpga/base/random.hpp"

namespace wpga {

namespace {

using Place = Eigen::Vector3d;  // x to the right, y towards the viewer, z up

// ---- The sheet: a vault over [−half_x, half_x] × [−half_y, half_y], seen from above its near side.

constexpr double half_x = 1.3, half_y = 0.95;
constexpr double elevation = 38 * std::numbers::pi / 180;

double height(double x, double y) { return 0.62 - 0.42 * x * x - 0.22 * y * y + 0.06 * x * y; }
Place on_sheet(double x, double y) { return {x, y, height(x, y)}; }
bool is_over_sheet(const Place& p) { return std::abs(p.x()) <= half_x && std::abs(p.y()) <= half_y; }

// Looks from the place towards the viewer: is there sheet in between?
bool is_hidden(const Place& p) {
  const Place towards(0, std::cos(elevation), std::sin(elevation));
  for (double way = 0.01; way < 3; way += 0.01) {
    const Place q = p + way * towards;
    if (is_over_sheet(q) && q.z() < height(q.x(), q.y()) - 2e-3) return true;
  }
  return false;
}

// ---- The page

class View {
 public:
  explicit View(const Box& box) : box_(box) {
    // Wide enough for the lines that leave the sheet at its sides.
    scale_ = std::min(box.width / 2.88, box.height / 2.1);
  }

  Point on_page(const Place& p) const {
    const double down = p.y() * std::sin(elevation) - p.z() * std::cos(elevation);
    return {box_.center().x + scale_ * p.x(), box_.center().y + scale_ * (down + 0.18)};
  }

 private:
  Box box_;
  double scale_;
};

void draw_sheet(Canvas& canvas, const View& view) {
  constexpr int across = 52, along = 34;
  const auto corner = [&](double i, double j) {
    return view.on_page(on_sheet(half_x * std::clamp(2 * i / across - 1, -1.0, 1.0),
                                 half_y * std::clamp(2 * j / along - 1, -1.0, 1.0)));
  };
  for (int j = 0; j < along; ++j)
    for (int i = 0; i < across; ++i) {
      const double x = half_x * (2 * (i + 0.5) / across - 1), y = half_y * (2 * (j + 0.5) / along - 1);
      // Light from the upper left.
      const Place normal = Place(0.84 * x - 0.06 * y, 0.44 * y - 0.06 * x, 1).normalized();
      const double light = std::clamp(normal.dot(Place(-0.45, 0.1, 0.89)), 0.0, 1.0);
      const Color color = mixed(Color{0.74, 0.76, 0.80}, Color{0.955, 0.96, 0.97}, light * light);
      // A little into the next ones, which then cover it: no seams.
      const std::array<Point, 4> quad = {corner(i, j), corner(i + 1.3, j), corner(i + 1.3, j + 1.3),
                                         corner(i, j + 1.3)};
      canvas.polygon(quad, color);
    }
  const auto thread = [&](auto&& place) {
    std::vector<Point> path;
    for (int k = 0; k <= 40; ++k) path.push_back(view.on_page(place(2 * k / 40.0 - 1)));
    return path;
  };
  const Color pale = with_alpha(colors::paper, 0.8);
  for (int k = -3; k <= 3; ++k)
    canvas.line(thread([&](double s) { return on_sheet(half_x * k / 4, half_y * s); }), pale, 0.5);
  for (int k = -2; k <= 2; ++k)
    canvas.line(thread([&](double s) { return on_sheet(half_x * s, half_y * k / 3); }), pale, 0.5);
  for (const double side : {-1.0, 1.0}) {
    canvas.line(thread([&](double s) { return on_sheet(half_x * side, half_y * s); }), colors::caption, 0.5);
    canvas.line(thread([&](double s) { return on_sheet(half_x * s, half_y * side); }), colors::caption, 0.5);
  }
}

// The curve at parameters from −1 to 1: solid where it is seen, dashed where the sheet hides it.
template <class Curve>
void draw_curve(Canvas& canvas, const View& view, const Curve& curve, const Color& color, double thickness) {
  constexpr int pieces = 240;
  std::vector<Point> path;
  bool hidden = false;
  const auto flush = [&] {
    if (path.size() > 1 && hidden) canvas.dashed_line(path, with_alpha(color, 0.8), 0.75 * thickness, 2.2);
    if (path.size() > 1 && !hidden) {
      canvas.line(path, colors::paper, thickness + 1);
      canvas.line(path, color, thickness);
    }
    path.clear();
  };
  for (int k = 0; k <= pieces; ++k) {
    const Place place = curve(2.0 * k / pieces - 1);
    const bool now = is_hidden(place);
    if (k > 0 && now != hidden) {
      path.push_back(view.on_page(place));
      flush();
    }
    hidden = now;
    path.push_back(view.on_page(place));
  }
  flush();
}

// ---- What lies on the sheet, and what leaves it.

Place first_geodesic(double s) { return on_sheet(1.08 * s, 0.1 * s + 0.1 * (1 - s * s)); }
Place second_geodesic(double s) { return on_sheet(0.1 * s, 0.1 + 0.6 * s); }
// Through the mean of the data as vectors, which lies under the vault.
Place first_line(double s) { return Place(0.02, 0.1, 0.47) + s * Place(1.42, 0.12, 0); }
Place second_line(double s) { return Place(0.02, 0.1, 0.47) + s * Place(-0.26, 0.98, 0); }
Place principal_curve(double s) {
  return on_sheet(1.12 * s, 0.1 + 0.26 * std::sin(3.6 * s)) + Place(0, 0, 0.17 * std::sin(6.8 * s + 0.5));
}

void draw_data(Canvas& canvas, const View& view) {
  Random random(4);
  for (int k = 0; k < 46; ++k) {
    const double x = 0.42 * std::clamp(random.normal(), -2.3, 2.3),
                 scatter = 0.17 * std::clamp(random.normal(), -2.2, 2.2);
    const double y = first_geodesic(x / 1.08).y() + scatter;
    canvas.disc(view.on_page(on_sheet(x, y)), 1.25, with_alpha(colors::ink, 0.75));
  }
}

// A name in the darkened colour of its curve, with a thin line from `from` to the place meant.
void draw_label(Canvas& canvas, const Point& at, std::string_view text, const Color& color, Align align,
                const Point& from, const Point& meant) {
  const Color dark = mixed(color, colors::ink, 0.35);
  canvas.text(at, text, layout::caption_font, dark, align);
  canvas.line(std::array{from, meant}, dark, 0.5);
}

void draw_labels(Canvas& canvas, const Box& box, const View& view) {
  const double right = box.x + box.width;
  const Point line_end = view.on_page(first_line(0.93)), crest = view.on_page(principal_curve(-0.78)),
              near_end = view.on_page(second_geodesic(0.94));
  draw_label(canvas, {right, box.y + 7}, "Euclidean", euclidean_color, Align::right, {line_end.x, box.y + 18},
             {line_end.x, line_end.y - 1.5});
  canvas.text({right, box.y + 15}, "components", layout::caption_font,
              mixed(euclidean_color, colors::ink, 0.35), Align::right);
  draw_label(canvas, {box.x, box.y + 7}, "principal curve", curve_color, Align::left, {crest.x, box.y + 9.5},
             {crest.x, crest.y - 1.5});
  const double under = view.on_page(on_sheet(0.1, half_y)).y + 17;
  draw_label(canvas, {near_end.x, under}, "principal geodesics", geodesic_color, Align::center,
             {near_end.x, under - 6.5}, {near_end.x, near_end.y + 1});
  const Point corner = view.on_page(on_sheet(-half_x, half_y));
  canvas.text({corner.x + 5, corner.y - 27}, "P(X)", layout::symbol_font, colors::caption);
}

}  // namespace

void draw_schematic(Canvas& canvas, const Box& box) {
  const View view(box);
  draw_sheet(canvas, view);
  draw_data(canvas, view);
  draw_curve(canvas, view, second_line, euclidean_color, 1.0);
  draw_curve(canvas, view, first_line, euclidean_color, 1.5);
  draw_curve(canvas, view, principal_curve, curve_color, 1.5);
  draw_curve(canvas, view, second_geodesic, geodesic_color, 1.0);
  draw_curve(canvas, view, first_geodesic, geodesic_color, 1.7);
  draw_labels(canvas, box, view);
}

}  // namespace wpga
