#include "wpga/report/flow.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "report/svg_marks.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"

namespace wpga {
namespace {

// Cairo places paths on multiples of 1/256 point.
constexpr double grain = 0.02;

Measure cloud(Random& random, Index atoms) {
  // One after the other: compilers draw arguments in orders of their own.
  const Vector weights = Vector::NullaryExpr(atoms, [&] { return random.uniform(0.5, 1); });
  const Matrix points = Matrix::NullaryExpr(2, atoms, [&] { return random.normal(); });
  return make_measure(points, weights);
}

// Atoms keep their shape on the page, and the areas of their discs are in proportion to their weights.
void expect_similar(const std::vector<test::SvgDisc>& discs, const Measure& measure, double vertical) {
  ASSERT_EQ(std::ssize(discs), measure.size());
  Index left = 0, right = 0;
  const double extent = measure.points.row(0).maxCoeff(&right) - measure.points.row(0).minCoeff(&left);
  const double unit =
      (discs[static_cast<std::size_t>(right)].x - discs[static_cast<std::size_t>(left)].x) / extent;
  EXPECT_GT(unit, 0);
  for (std::size_t k = 0; k < discs.size(); ++k) {
    const Vector away = measure.points.col(static_cast<Index>(k)) - measure.points.col(0);
    EXPECT_NEAR(discs[k].x - discs[0].x, unit * away[0], grain);
    EXPECT_NEAR(discs[k].y - discs[0].y, vertical * unit * away[1], grain);
    EXPECT_NEAR(std::pow(discs[k].radius / discs[0].radius, 2),
                measure.weights[static_cast<Index>(k)] / measure.weights[0], grain);
  }
}

TEST(Flow, DrawsEveryAtomInItsPlaceAndColour) {
  Random random(1);
  const Measure source = cloud(random, 30), target = cloud(random, 40);
  for (const auto& [kind, vertical] : {std::pair(Kind::points, -1.0), std::pair(Kind::shape, 1.0)}) {
    const std::string svg = test::svg_of(flow_picture(source.view(), target.view(), {}, {.kind = kind}));
    expect_similar(test::discs_in(svg, colors::blue), source, vertical);
    expect_similar(test::discs_in(svg, colors::vermilion), target, vertical);
    EXPECT_TRUE(test::strokes_in(svg).empty());
  }
}

// From atom to atom, as thick as the mass; the head ends at the rim.
TEST(Flow, DrawsEveryMovementFromItsSourceTowardsItsTarget) {
  Random random(2);
  const Measure source = cloud(random, 12), target = cloud(random, 12);
  std::vector<Arrow> arrows;
  for (Index k = 0; k < 12; ++k)
    arrows.push_back({source.points.col(k), target.points.col(k), source.weights[k]});
  const std::string svg = test::svg_of(flow_picture(source.view(), target.view(), arrows, {}));
  const auto from = test::discs_in(svg, colors::blue), to = test::discs_in(svg, colors::vermilion);
  const auto shafts = test::strokes_in(svg);
  ASSERT_EQ(shafts.size(), 12U);
  for (std::size_t k = 0; k < 12; ++k) {
    EXPECT_NEAR(shafts[k].from_x, from[k].x, grain);
    EXPECT_NEAR(shafts[k].from_y, from[k].y, grain);
    const double way_x = to[k].x - from[k].x, way_y = to[k].y - from[k].y;
    const double along_x = shafts[k].to_x - from[k].x, along_y = shafts[k].to_y - from[k].y;
    const double share = (along_x * way_x + along_y * way_y) / (way_x * way_x + way_y * way_y);
    EXPECT_GT(share, 0);
    EXPECT_LT(share, 1);
    EXPECT_NEAR(along_x * way_y - along_y * way_x, 0, grain * std::hypot(way_x, way_y));
    EXPECT_NEAR(shafts[k].thickness,
                0.3 + 1.2 * source.weights[static_cast<Index>(k)] / source.weights.maxCoeff(), 1e-3);
  }
}

TEST(Flow, IsDrawnInThePlaneOnlyAndTheSameTwice) {
  const Measure plane = make_measure(Matrix{{0, 1}, {2, 3}}, Vector{{1, 2}});
  const std::vector<Arrow> arrows = {{plane.points.col(0), plane.points.col(1), 1.0}};
  EXPECT_EQ(flow_picture(plane.view(), plane.view(), arrows, {}).bytes(PictureFormat::png),
            flow_picture(plane.view(), plane.view(), arrows, {}).bytes(PictureFormat::png));
  const Measure line = make_measure(Matrix{{0, 1}}, Vector{{1, 2}});
  EXPECT_THROW(flow_picture(line.view(), line.view(), {}, {}), InputError);
}

// Where there is no extent to fill the page with, the one place there is stands in its middle.
TEST(Flow, DrawsASinglePointInTheMiddleWhereverItIs) {
  for (const double place : {0.0, 1e9, -1e-9}) {
    const Measure point = make_measure(Matrix{{place}, {place}}, Vector{{1}});
    const Canvas canvas = flow_picture(point.view(), point.view(), {}, {});
    for (const Color& color : {colors::blue, colors::vermilion}) {
      const auto discs = test::discs_in(test::svg_of(canvas), color);
      ASSERT_EQ(discs.size(), 1U);
      EXPECT_NEAR(discs[0].x, canvas.width() / 2, 1e-3);
      EXPECT_NEAR(discs[0].y, canvas.height() / 2, 1e-3);
      EXPECT_GT(discs[0].radius, 1);
    }
  }
}

}  // namespace
}  // namespace wpga
