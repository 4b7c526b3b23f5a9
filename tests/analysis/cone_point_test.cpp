#include "wpga/analysis/cone/cone_point.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>

#include "analysis/cone_examples.hpp"
#include "wpga/base/error.hpp"

namespace wpga {
namespace {

void expect_equal(const ConePoint& one, const ConePoint& other) {
  EXPECT_EQ(one.ends, other.ends);
  EXPECT_EQ(one.fields, other.fields);
  EXPECT_EQ(one.potentials, other.potentials);
  EXPECT_EQ(one.equality_multipliers, other.equality_multipliers);
  for (const auto& [side, copy] : {std::pair(&one.low, &other.low), std::pair(&one.high, &other.high)}) {
    EXPECT_EQ(side->slack, copy->slack);
    EXPECT_EQ(side->multiplier, copy->multiplier);
  }
  ASSERT_EQ(one.arcs.size(), other.arcs.size());
  for (std::size_t i = 0; i < one.arcs.size(); ++i) {
    const ConeArc &arc = one.arcs[i], &copy = other.arcs[i];
    EXPECT_EQ(std::tie(arc.end, arc.source, arc.target, arc.slack, arc.multiplier),
              std::tie(copy.end, copy.source, copy.target, copy.slack, copy.multiplier));
  }
}

ConePoint boxed_point() {
  Random random(7);
  const test::ConeExample example(random, {.atoms = 6, .equalities = 1, .boxed = true, .twins = true});
  return test::random_point(random, example);
}

TEST(ConePoint, ComesBackFromBytesToTheSameBits) {
  Random random(1);
  for (const test::ConeKind& kind : test::cone_kinds()) {
    const test::ConeExample example(random, kind);
    std::vector<ConePoint> points;
    for (int i = 0; i < 3; ++i) {
      points.push_back(test::random_point(random, example));
      const std::vector<std::byte> bytes = packed(points);
      const std::vector<ConePoint> back = unpacked(bytes, kind.atoms);
      ASSERT_EQ(back.size(), points.size());
      for (std::size_t j = 0; j < points.size(); ++j) expect_equal(back[j], points[j]);
      EXPECT_EQ(packed(back), bytes);
    }
  }
  EXPECT_TRUE(unpacked(packed({}), 5).empty());
  EXPECT_TRUE(unpacked({}, 5).empty());
}

TEST(ConePoint, RefusesBytesThatEndEarlyOrLate) {
  const ConePoint point = boxed_point();
  std::vector<std::byte> bytes = packed({point});
  for (std::size_t size = 1; size < bytes.size(); ++size)
    EXPECT_THROW(unpacked(std::span(bytes).first(size), 6), InputError) << size;
  bytes.push_back({});
  EXPECT_THROW(unpacked(bytes, 6), InputError);
}

// Sizes come first: a large one must not ask for memory.
TEST(ConePoint, RefusesSizesThatTheBytesCannotHold) {
  const std::vector<std::byte> bytes = packed({boxed_point()});
  for (const std::int64_t size :
       {std::int64_t{-1}, std::int64_t{1} << 40, std::numeric_limits<std::int64_t>::max(),
        std::numeric_limits<std::int64_t>::min()})
    for (const std::size_t place : {0, 8, 16}) {
      std::vector<std::byte> damaged = bytes;
      std::memcpy(damaged.data() + place, &size, sizeof(size));
      EXPECT_THROW(unpacked(damaged, 6), InputError) << size << " at " << place;
    }
}

TEST(ConePoint, RefusesWhatNoSearchLeaves) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<std::function<void(ConePoint&)>> damages = {
      [](ConePoint& point) { point.ends(0, 0) = nan; },
      [](ConePoint& point) { point.ends = Matrix::Ones(3, 2); },
      [](ConePoint& point) { point.ends = Matrix::Ones(2, 3); },
      [](ConePoint& point) { point.ends.resize(2, 0); },
      [](ConePoint& point) { point.fields(1, 2) = nan; },
      [](ConePoint& point) { point.potentials(0, 1) = infinity; },
      [](ConePoint& point) { point.equality_multipliers[0] = nan; },
      [](ConePoint& point) { point.fields.resize(0, 6); },
      [](ConePoint& point) { point.fields = Matrix::Zero(4, 5); },
      [](ConePoint& point) { point.potentials = Matrix::Zero(7, 2); },
      [](ConePoint& point) { point.potentials.resize(5, 0); },
      [](ConePoint& point) { point.low.slack.resize(0, 0); },
      [](ConePoint& point) { point.high.multiplier.resize(0, 0); },
      [](ConePoint& point) { point.high.slack = point.high.slack.transpose().eval(); },
      [](ConePoint& point) { point.low.slack(0, 0) = 0; },
      [](ConePoint& point) { point.low.slack(0, 0) = infinity; },
      [](ConePoint& point) { point.high.slack(1, 1) = nan; },
      [](ConePoint& point) { point.low.multiplier(2, 3) = -1e-300; },
      [](ConePoint& point) { point.high.multiplier(2, 3) = nan; },
      [](ConePoint& point) { point.arcs[3].end = 2; },
      [](ConePoint& point) { point.arcs[0].end = -1; },
      [](ConePoint& point) { point.arcs.back().source = 6; },
      [](ConePoint& point) { point.arcs[0].source = -1; },
      [](ConePoint& point) { point.arcs.back().target = 5; },
      [](ConePoint& point) { point.arcs[0].target = -1; },
      [](ConePoint& point) { point.arcs[2].slack = 0; },
      [](ConePoint& point) { point.arcs[2].slack = nan; },
      [](ConePoint& point) { point.arcs[2].slack = infinity; },
      [](ConePoint& point) { point.arcs[2].multiplier = -1; },
      [](ConePoint& point) { point.arcs[2].multiplier = nan; },
      [](ConePoint& point) { point.arcs[2].multiplier = infinity; },
      [](ConePoint& point) { std::swap(point.arcs[4], point.arcs[5]); },
      [](ConePoint& point) { point.arcs[4] = point.arcs[5]; }};
  for (std::size_t i = 0; i < damages.size(); ++i) {
    ConePoint point = boxed_point();
    damages[i](point);
    EXPECT_THROW(unpacked(packed({point}), 6), InputError) << i;
  }
  EXPECT_THROW(unpacked(packed({boxed_point()}), 7), InputError);
  EXPECT_NO_THROW(unpacked(packed({boxed_point()}), 6));
}

}  // namespace
}  // namespace wpga
