#include "wpga/report/plane.hpp"

#include <gtest/gtest.h>

#include <array>
#include <numbers>

namespace wpga {
namespace {

Measure cloud() { return {Matrix{{-2, 4, 1}, {0, 3, -1}}, Vector{{0.5, 0.25, 0.25}}}; }

TEST(Plane, HoldsEveryAtomInsideItsMargin) {
  const Measure measure = cloud();
  const std::array<MeasureView, 1> all = {measure.view()};
  const Box box{10, 20, 100, 50};
  const Plane plane(box, all, 5, Plane::Vertical::up);
  for (Index k = 0; k < measure.size(); ++k) {
    const Point at = plane.on_page(measure.points.col(k));
    EXPECT_GE(at.x, 15 - 1e-9);
    EXPECT_LE(at.x, 105 + 1e-9);
    EXPECT_GE(at.y, 25 - 1e-9);
    EXPECT_LE(at.y, 65 + 1e-9);
  }
}

TEST(Plane, KeepsOneScaleForBothAxes) {
  const Measure measure = cloud();
  const std::array<MeasureView, 1> all = {measure.view()};
  const Plane plane({0, 0, 300, 80}, all, 0, Plane::Vertical::up);
  const Point first = plane.on_page(measure.points.col(0)), second = plane.on_page(measure.points.col(1));
  EXPECT_NEAR((second.x - first.x) / 6, (first.y - second.y) / 3, 1e-9);
  EXPECT_NEAR((first.y - second.y) / 3, 80.0 / 4, 1e-9);  // the height is what binds: 4 units in 80 points
}

TEST(Plane, TurnsOverWhereYPointsDown) {
  const Measure measure = cloud();
  const std::array<MeasureView, 1> all = {measure.view()};
  const Box box{0, 0, 100, 100};
  const Point up = Plane(box, all, 0, Plane::Vertical::up).on_page(measure.points.col(1)),
              down = Plane(box, all, 0, Plane::Vertical::down).on_page(measure.points.col(1));
  EXPECT_NEAR(up.y + down.y, 100, 1e-9);
  EXPECT_NEAR(up.x, down.x, 1e-9);
}

TEST(Plane, PutsASinglePointInTheMiddle) {
  const Measure measure{Matrix{{1e9}, {-1e9}}, Vector{{1.0}}};
  const std::array<MeasureView, 1> all = {measure.view()};
  const Point at = Plane({0, 0, 40, 20}, all, 2, Plane::Vertical::up).on_page(measure.points.col(0));
  EXPECT_EQ(at.x, 20);
  EXPECT_EQ(at.y, 10);
}

TEST(AtomMarks, HaveAreasInProportionToTheWeights) {
  const AtomMarks discs{.color = {}, .area = 100, .smallest = 0, .largest = 100};
  AtomMarks squares = discs;
  squares.form = AtomMarks::Form::square;
  for (const double weight : {0.1, 0.4}) {
    EXPECT_NEAR(std::numbers::pi * discs.radius(weight) * discs.radius(weight), 100 * weight, 1e-9);
    EXPECT_NEAR(4 * squares.radius(weight) * squares.radius(weight), 100 * weight, 1e-9);
  }
}

}  // namespace
}  // namespace wpga
