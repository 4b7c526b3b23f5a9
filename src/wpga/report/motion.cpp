#include "wpga/report/motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "wpga/base/utf8.hpp"
#include "wpga/report/plane.hpp"
#include "wpga/study/statistics/loadings.hpp"

namespace wpga {

namespace {

constexpr double panel = 250, panel_margin = 16, words_height = 30;
constexpr Font heading_font{.size = 9}, axis_font{.size = 7.5};

// Two coordinates of the curve at a time, in the units of the data.
Matrix seen_at(const Analysis& seen, const Space& space, std::size_t k, double time) {
  Matrix points = points_at(seen.mean.points, seen.components[k].curve.atoms(), time);
  if (space.scale.empty()) return points;
  const VectorView center(space.center.data(), 2), scale(space.scale.data(), 2);
  return (scale.asDiagonal() * points).colwise() + center;
}

void draw_panel(Canvas& canvas, const Box& box, const Model& model, std::size_t k,
                const std::array<Index, 2>& axes) {
  const std::vector<Index> chosen(axes.begin(), axes.end());
  const Analysis seen = seen_on(model.analysis, chosen);
  const Space space = seen_on(model.space, chosen, model.analysis.mean.dimension());
  Matrix from = seen_at(seen, space, k, 0), to = seen_at(seen, space, k, 1);
  const Vector low = from.rowwise().minCoeff().cwiseMin(to.rowwise().minCoeff()),
               high = from.rowwise().maxCoeff().cwiseMax(to.rowwise().maxCoeff());
  const Vector range = (high - low).unaryExpr([](double width) { return width > 0 ? width : 1.0; });
  for (Matrix* points : {&from, &to}) *points = range.cwiseInverse().asDiagonal() * (points->colwise() - low);
  const Vector& weights = model.analysis.mean.weights;
  const Measure start{from, weights}, end{to, weights};
  const std::array<MeasureView, 2> both = {start.view(), end.view()};
  const bool down = model.space.kind == Kind::shape;
  const Plane plane(box, both, 6, down ? Plane::Vertical::down : Plane::Vertical::up);
  const Vector motion = model.analysis.components[k].curve.atoms().direction().colwise().squaredNorm();
  const double most = std::max(motion.maxCoeff(), 1e-300);
  canvas.outline(box, colors::caption, 0.4);
  for (Index atom = 0; atom < weights.size(); ++atom) {
    const double share = std::sqrt(motion[atom] / most);
    const Point begins = plane.on_page(from.col(atom)), ends = plane.on_page(to.col(atom));
    canvas.disc(begins, 1.3, with_alpha(colors::blue, 0.25 + 0.6 * share));
    if (std::hypot(ends.x - begins.x, ends.y - begins.y) > 1)
      canvas.arrow(begins, ends, with_alpha(colors::vermilion, 0.15 + 0.8 * share), 0.6);
  }
  const auto named = [&](Index axis) {
    return fmt::format("{} {:.4g} to {:.4g}", displayed(space.axes[static_cast<std::size_t>(axis)]),
                       low[axis], high[axis]);
  };
  canvas.text({box.x, box.y - 5},
              fmt::format("component {}: {:.1f} % of the variance", k + 1,
                          100 * model.analysis.components[k].explained),
              heading_font, colors::ink);
  canvas.text({box.x, box.y + box.height + 10}, fmt::format("across: {}", named(0)), axis_font,
              colors::caption);
  canvas.text({box.x, box.y + box.height + 20}, fmt::format("{}: {}", down ? "down" : "up", named(1)),
              axis_font, colors::caption);
}

}  // namespace

Canvas motion_picture(const Model& model, std::span<const std::array<Index, 2>> planes) {
  const auto count = static_cast<double>(planes.size());
  Canvas canvas(count * (panel + panel_margin) + panel_margin, panel + panel_margin + words_height + 10);
  for (std::size_t k = 0; k < planes.size(); ++k)
    draw_panel(
        canvas,
        {panel_margin + static_cast<double>(k) * (panel + panel_margin), panel_margin + 6, panel, panel},
        model, k, planes[k]);
  return canvas;
}

}  // namespace wpga
