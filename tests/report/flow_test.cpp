#include "wpga/report/flow.hpp"

#include <gtest/gtest.h>

#include "wpga/base/error.hpp"

namespace wpga {
namespace {

TEST(Flow, IsDrawnInThePlaneOnly) {
  const Measure plane = make_measure(Matrix{{0, 1}, {2, 3}}, Vector{{1, 2}});
  const std::vector<Arrow> arrows = {{plane.points.col(0), plane.points.col(1), 1.0}};
  const auto bytes = flow_picture(plane.view(), plane.view(), arrows, {}).bytes(PictureFormat::png);
  EXPECT_GT(bytes.size(), 500u);
  EXPECT_EQ(bytes, flow_picture(plane.view(), plane.view(), arrows, {}).bytes(PictureFormat::png));
  const Measure line = make_measure(Matrix{{0, 1}}, Vector{{1, 2}});
  EXPECT_THROW(flow_picture(line.view(), line.view(), {}, {}), InputError);
}

TEST(Flow, SurvivesASinglePointAndHugeCoordinates) {
  const Measure point = make_measure(Matrix{{1e9}, {1e9}}, Vector{{1}});
  EXPECT_NO_THROW(flow_picture(point.view(), point.view(), {}, {}).bytes(PictureFormat::png));
}

}  // namespace
}  // namespace wpga
