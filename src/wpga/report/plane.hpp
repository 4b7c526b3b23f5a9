// Measures in the plane, drawn with discs, squares and lines in a box of the page.
#pragma once

#include <span>

#include "wpga/measures/measure.hpp"
#include "wpga/report/canvas.hpp"

namespace wpga {

// A window of the plane on the page: both axes to one scale, the middle of the window in the middle of the
// box.
class Plane {
 public:
  enum class Vertical { up, down };  // where y points: up as in a plot, down as in an image

  // The smallest window that holds all atoms of all measures (first two coordinates), `margin` points inside
  // the box.
  Plane(const Box& box, std::span<const MeasureView> measures, double margin, Vertical vertical);

  Point on_page(const PointsRef& point) const;
  const Box& box() const { return box_; }

 private:
  Box box_;
  Vertical vertical_;
  Eigen::Vector2d center_{0, 0};
  double scale_ = 1;
};

// Marks whose area is in proportion to the weight.
struct AtomMarks {
  enum class Form { disc, square, ring };
  Form form = Form::disc;
  Color color;
  double area = 1000;     // of the marks of all atoms together, in square points
  double smallest = 0.8;  // radius (half the side of a square) of the lightest, in points
  double largest = 8;

  double radius(double weight) const;
};

void draw_atoms(Canvas& canvas, const Plane& plane, const MeasureView& measure, const AtomMarks& marks);

// A straight line for each atom, from its place in `from` to its place in `to` (d × p both), as thick as its
// weight: the heaviest has `thickness`, none less than a fifth of it.
void draw_paths(Canvas& canvas, const Plane& plane, const PointsRef& from, const PointsRef& to,
                const WeightsRef& weights, const Color& color, double thickness);

}  // namespace wpga
