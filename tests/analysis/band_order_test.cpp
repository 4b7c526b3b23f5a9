#include "wpga/analysis/cone/band_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "wpga/base/random.hpp"

namespace wpga {
namespace {

using Groups = std::vector<std::vector<Index>>;

// The farthest that two joined nodes are apart in the order.
Index width_of(const std::vector<Index>& order, const Groups& groups) {
  std::vector<Index> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    place[static_cast<std::size_t>(order[i])] = static_cast<Index>(i);
  Index width = 0;
  for (const std::vector<Index>& group : groups)
    for (const Index one : group)
      for (const Index other : group)
        width = std::max(
            width, std::abs(place[static_cast<std::size_t>(one)] - place[static_cast<std::size_t>(other)]));
  return width;
}

bool has_all(std::vector<Index> order, Index count) {
  std::ranges::sort(order);
  std::vector<Index> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), Index{0});
  return order == all;
}

std::vector<Index> shuffled(Index count, std::uint64_t seed) {
  Random random(seed);
  std::vector<Index> names(static_cast<std::size_t>(count));
  std::iota(names.begin(), names.end(), Index{0});
  for (Index i = count - 1; i > 0; --i)
    std::swap(names[static_cast<std::size_t>(i)], names[static_cast<std::size_t>(random.below(i + 1))]);
  return names;
}

TEST(BandOrder, FindsAPathWhateverItsNodesAreCalled) {
  for (const Index count : {Index{1}, Index{2}, Index{64}, Index{65}, Index{200}}) {
    const std::vector<Index> names = shuffled(count, 1);
    Groups groups;
    for (std::size_t i = 0; i + 1 < names.size(); ++i) groups.push_back({names[i], names[i + 1]});
    const std::vector<Index> order = band_order(count, groups);
    EXPECT_TRUE(has_all(order, count));
    EXPECT_LE(width_of(order, groups), 1);
  }
}

// A strip of 40 × 5 sites that see their neighbours: a level from its end has five.
TEST(BandOrder, IsAsWideAsALevelOfAStrip) {
  const Index length = 40, height = 5;
  const std::vector<Index> names = shuffled(length * height, 2);
  const auto node = [&](Index x, Index y) { return names[static_cast<std::size_t>(x * height + y)]; };
  Groups groups;
  for (Index x = 0; x + 1 < length; ++x)
    for (Index y = 0; y + 1 < height; ++y)
      groups.push_back({node(x, y), node(x + 1, y), node(x, y + 1), node(x + 1, y + 1)});
  const std::vector<Index> order = band_order(length * height, groups);
  EXPECT_TRUE(has_all(order, length * height));
  EXPECT_LE(width_of(order, groups), 2 * height);
}

TEST(BandOrder, PartsFollowEachOther) {
  const Groups groups = {{0, 5}, {5, 3}, {1, 4}, {2}};
  const std::vector<Index> order = band_order(7, groups);
  EXPECT_TRUE(has_all(order, 7));
  EXPECT_EQ(width_of(order, groups), 1);
}

}  // namespace
}  // namespace wpga
