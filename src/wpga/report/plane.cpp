#include "wpga/report/plane.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace wpga {

Plane::Plane(const Box& box, std::span<const MeasureView> measures, double margin, Vertical vertical)
    : box_(box), vertical_(vertical) {
  Eigen::Array2d low = Eigen::Array2d::Constant(std::numeric_limits<double>::infinity()), high = -low;
  for (const MeasureView& measure : measures) {
    low = low.min(measure.points.topRows(2).rowwise().minCoeff().array());
    high = high.max(measure.points.topRows(2).rowwise().maxCoeff().array());
  }
  if (!(low <= high).all()) return;
  center_ = (low + high) / 2;
  const Eigen::Array2d extent = high - low;
  const double across = (box.width - 2 * margin) / extent[0], down = (box.height - 2 * margin) / extent[1];
  const double scale = std::min(across, down);
  if (std::isfinite(scale) && scale > 0) scale_ = scale;
}

Point Plane::on_page(const PointsRef& point) const {
  const double x = scale_ * (point(0, 0) - center_[0]), y = scale_ * (point(1, 0) - center_[1]);
  const Point middle = box_.center();
  return {middle.x + x, middle.y + (vertical_ == Vertical::down ? y : -y)};
}

double AtomMarks::radius(double weight) const {
  const double share = weight * area;
  return std::clamp(std::sqrt(form == Form::square ? share / 4 : share / std::numbers::pi), smallest,
                    largest);
}

void draw_atoms(Canvas& canvas, const Plane& plane, const MeasureView& measure, const AtomMarks& marks) {
  for (Index k = 0; k < measure.size(); ++k) {
    const Point at = plane.on_page(measure.points.col(k));
    const double radius = marks.radius(measure.weights[k]);
    switch (marks.form) {
      case AtomMarks::Form::disc:
        canvas.disc(at, radius, marks.color);
        break;
      case AtomMarks::Form::square:
        canvas.square(at, 2 * radius, marks.color);
        break;
      case AtomMarks::Form::ring:
        canvas.circle(at, radius, marks.color, 0.8);
        break;
    }
  }
}

void draw_paths(Canvas& canvas, const Plane& plane, const PointsRef& from, const PointsRef& to,
                const WeightsRef& weights, const Color& color, double thickness) {
  const double heaviest = weights.maxCoeff();
  for (Index k = 0; k < weights.size(); ++k) {
    const std::array<Point, 2> path = {plane.on_page(from.col(k)), plane.on_page(to.col(k))};
    canvas.line(path, color, thickness * std::max(0.2, weights[k] / heaviest));
  }
}

}  // namespace wpga
