#include "wpga/neighbours/line/line_geodesic.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

constexpr LineSearch search = {.tolerance = 1e-9, .iterations = 200};

bool rises(const Vector& places) {
  for (Index k = 1; k < places.size(); ++k)
    if (places[k] < places[k - 1] - 1e-9) return false;
  return true;
}

LineData rough(std::uint64_t seed) {
  Random random(seed);
  const MeasureFamily family = test::random_family(random, 10, 1, 6);
  return line_data(family, test::random_mean(random, 1, 9), {});
}

// The objective never rises, both ends are monotone maps, and positions stay on the curve.
TEST(LineGeodesic, DescendsAmongMonotoneMaps) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const LineData data = rough(seed);
    const LineGeodesic found = descend(data, {}, 0.5, leading_direction(data, {}), search);
    for (std::size_t k = 1; k < found.objective.size(); ++k)
      EXPECT_LE(found.objective[k], found.objective[k - 1] * (1 + 1e-12)) << seed;
    EXPECT_TRUE(rises(data.places - found.before * found.direction)) << seed;
    EXPECT_TRUE(rises(data.places + (1 - found.before) * found.direction)) << seed;
    EXPECT_GE(found.positions.minCoeff(), -found.before - 1e-12);
    EXPECT_LE(found.positions.maxCoeff(), 1 - found.before + 1e-12);
  }
}

// The projected geodesic is admissible too, and keeps the leading direction.
TEST(LineGeodesic, ProjectedKeepsItsDirection) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const LineData data = rough(seed);
    const Vector leading = leading_direction(data, {});
    const LineGeodesic found = projected_geodesic(data, {});
    EXPECT_TRUE(rises(data.places - found.before * found.direction)) << seed;
    EXPECT_TRUE(rises(data.places + (1 - found.before) * found.direction)) << seed;
    const double length = std::sqrt(inner_product(data, found.direction, found.direction));
    EXPECT_NEAR(std::abs(inner_product(data, found.direction, leading)), length, 1e-9 * (1 + length)) << seed;
  }
}

// Together two curves leave no more than they did one by one.
TEST(LineGeodesic, TogetherLeavesNoMore) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const LineData data = rough(seed);
    const LineGeodesic first = descend(data, {}, 0.5, leading_direction(data, {}), search);
    const std::vector<Vector> earlier = {first.direction};
    const LineGeodesic second = descend(data, earlier, 0.5, leading_direction(data, earlier), search);
    const std::vector<LineGeodesic> both = descend_together(data, {first, second}, search);
    ASSERT_EQ(both.size(), 2u);
    const std::vector<double>& objective = both[0].objective;
    for (std::size_t k = 1; k < objective.size(); ++k)
      EXPECT_LE(objective[k], objective[k - 1] * (1 + 1e-12)) << seed;
    EXPECT_LE(objective.back(), first.objective.back() * (1 + 1e-9)) << seed;
  }
}

}  // namespace
}  // namespace wpga
